import { ownObjects } from "#kube/app/baseline.ts";
import type { ConfigMap } from "#kube/types/storage.ts";
import type { DrawTwins, Twin } from "../twin.ts";

/** Settings of calls that nobody reads: drafts with short and long time-outs. */
export const twins: DrawTwins = (rng, baseline) => {
  const { namespace } = baseline;
  const maps = (ownObjects(baseline, "configmaps") as readonly ConfigMap[]).filter(({ metadata }) => metadata.name !== "kube-root-ca.crt");
  return rng
    .stream("config-maps")
    .shuffle(maps)
    .slice(0, rng.int(1, 2))
    .map(({ metadata }): Twin => {
      const own = rng.stream(metadata.name);
      const [prefix, ending] = [own.pick(["GRPC_CLIENT", "RPC", "HTTP_CLIENT", "UPSTREAM"]), own.stream("ending").pick(ENDINGS)];
      const data = {
        [`${prefix}_TIMEOUT`]: own.stream("timeout").pick(["40ms", "60ms", "80ms", "500ms", "2s"]),
        [`${prefix}_RETRIES`]: `${own.stream("retries").int(0, 30)}`,
      };
      const object = {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: `${metadata.name}-${ending}`, namespace, labels: metadata.labels ?? {} },
        data,
      } as ConfigMap;
      return { verb: "create", resource: "configmaps", object };
    });
};

const ENDINGS: readonly string[] = ["retries", "timeouts", "client-tuning", "peak"];
