import { ownObjects } from "#kube/app/baseline.ts";
import type { ConfigMap } from "#kube/types/storage.ts";
import type { DrawTwins, Twin } from "../twin.ts";

/** Settings that nothing reads any more, with addresses of what has moved. */
export const twins: DrawTwins = (rng, baseline) =>
  rng
    .stream("config-maps")
    .shuffle((ownObjects(baseline, "configmaps") as readonly ConfigMap[]).filter(({ metadata }) => metadata.name !== "kube-root-ca.crt"))
    .slice(0, rng.int(2, 3))
    .map(({ metadata, data = {} }): Twin => {
      const own = rng.stream(metadata.name);
      const moved = (text: string) =>
        text.replace(ADDRESS, (_, host: string, port: string) => `${own.pick([`${host}-svc`, HOSTS[own.int(0, 2)] ?? host])}:${port}`);
      const object = {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: `${metadata.name}-${own.pick(ENDINGS)}`, namespace: baseline.namespace, labels: metadata.labels ?? {} },
        data: Object.fromEntries(Object.entries(data).map(([key, text]) => [key, moved(text)])),
      } as ConfigMap;
      return { verb: "create", resource: "configmaps", object };
    });

/** The first host and port of a text. */
const ADDRESS = /\b([a-z][a-z0-9-]+):(\d{4,5})\b/;

const HOSTS: readonly string[] = ["db.internal", "store.internal", "registry.internal"];
const ENDINGS: readonly string[] = ["v1", "old", "next", "staging", "backup"];
