import type { LimitRange } from "#kube/types/cluster.ts";
import { inertDefaulters } from "../inert-defaulters.ts";
import type { DrawTwins, Twin } from "../twin.ts";

/** A webhook that would change pods, and LimitRanges that give processors to who asks for none, or bound claims. */
export const twins: DrawTwins = (rng, baseline) => {
  const { namespace } = baseline;
  const names = rng.stream("names").shuffle(OTHER_NAMES);
  const twin = (name: string | undefined, limit: LimitRange["spec"]["limits"][number]): Twin => ({
    verb: "create",
    resource: "limitranges",
    object: { apiVersion: "v1", kind: "LimitRange", metadata: { name, namespace }, spec: { limits: [limit] } } as LimitRange,
  });
  return [
    ...inertDefaulters(rng.stream("defaulters"), baseline, 1),
    twin(names[0], { type: "Container", default: { cpu: rng.stream("cpu").pick(["4", "6", "8"]) }, defaultRequest: { cpu: "10m" } }),
    twin(names[1], { type: "PersistentVolumeClaim", max: { storage: `${rng.stream("storage").pick([500, 800, 1000])}Gi` } }),
  ];
};

const OTHER_NAMES: readonly string[] = ["team-defaults", "pod-defaults", "project-defaults", "shared-sizing", "claim-sizes"];
