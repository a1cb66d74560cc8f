import { ownObjects } from "#kube/app/baseline.ts";
import { withContainer } from "#kube/objects/with-container.ts";
import type { ConfigMap } from "#kube/types/storage.ts";
import { givenUpSet } from "../idle-set.ts";
import { type DrawTwins, neighbourName, type Twin } from "../twin.ts";

/** Settings of calls with few and many retries, which only trials read that never started, and defaults of containers that limit nothing that runs. */
export const twins: DrawTwins = (rng, baseline) => {
  const { namespace } = baseline;
  const maps = (ownObjects(baseline, "configmaps") as readonly ConfigMap[]).filter(({ metadata }) => metadata.name !== "kube-root-ca.crt");
  const settings = rng
    .stream("config-maps")
    .shuffle(maps)
    .slice(0, rng.int(2, 3))
    .flatMap(({ metadata }): readonly Twin[] => {
      const own = rng.stream(metadata.name);
      const data = { CLIENT_TIMEOUT: own.pick(["50ms", "80ms", "100ms", "250ms", "1s"]), CLIENT_RETRIES: `${own.int(3, 25)}` };
      const name = `${metadata.name}-${own.pick(["rpc", "calls", "client"])}`;
      const object = {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name, namespace, labels: metadata.labels ?? {} },
        data,
      } as ConfigMap;
      const trial = givenUpSet(own, baseline, neighbourName(own.stream("reader"), baseline), (template) =>
        withContainer(template, ({ envFrom = [] }) => ({ envFrom: [...envFrom, { configMapRef: { name } }] })),
      );
      return [{ verb: "create", resource: "configmaps", object }, ...trial];
    });
  const defaults = rng.stream("defaults");
  const limits = [{ type: "Container", default: { cpu: defaults.pick(["4", "8"]) }, defaultRequest: { cpu: "50m" } }];
  const name = defaults.pick(["container-defaults", "defaults", "limits", "default-limits", "compute-defaults"]);
  const object = {
    apiVersion: "v1",
    kind: "LimitRange",
    metadata: { name: `${name}-${defaults.pick(["v2", "team", "base"])}`, namespace },
    spec: { limits },
  };
  return [...settings, { verb: "create", resource: "limitranges", object }];
};
