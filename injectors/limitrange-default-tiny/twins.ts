import type { LimitRange } from "#kube/types/cluster.ts";
import type { DrawTwins, Twin } from "../twin.ts";

/** LimitRanges that give processors to who asks for none, or bound claims. */
export const twins: DrawTwins = (rng, { namespace }) => {
  const names = rng.stream("names").shuffle(OTHER_NAMES);
  const twin = (name: string | undefined, limit: LimitRange["spec"]["limits"][number]): Twin => ({
    verb: "create",
    resource: "limitranges",
    object: { apiVersion: "v1", kind: "LimitRange", metadata: { name, namespace }, spec: { limits: [limit] } } as LimitRange,
  });
  return [
    twin(names[0], { type: "Container", default: { cpu: rng.stream("cpu").pick(["4", "6", "8"]) }, defaultRequest: { cpu: "10m" } }),
    twin(names[1], { type: "PersistentVolumeClaim", max: { storage: `${rng.stream("storage").pick([500, 800, 1000])}Gi` } }),
  ];
};

const OTHER_NAMES: readonly string[] = ["team-defaults", "pod-defaults", "project-defaults", "shared-sizing", "claim-sizes"];
