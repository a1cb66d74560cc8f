import type { Rng } from "#core/rng.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import { patchObject } from "#kube/verbs/patch.ts";

/** Draws the value of the annotation of a template that changes, by which charts roll out pods whose settings are new. */
export const drawChecksum = (rng: Rng): string =>
  Array.from({ length: 8 }, (_, i) => rng.stream(`checksum ${i}`).uint32().toString(16).padStart(8, "0")).join("");

/** Rolls a Deployment out with another checksum, and what else of its spec is to change. */
export const rollOutChecksum = async (
  cluster: ClusterPort,
  namespace: string,
  { target, checksum, ...spec }: { readonly target: string; readonly checksum: string; readonly strategy?: object },
): Promise<void> => {
  await patchObject(cluster, {
    resource: "deployments.apps",
    namespace,
    name: nameOf(target),
    patchType: "merge",
    patch: { spec: { ...spec, template: { metadata: { annotations: { "checksum/config": checksum } } } } },
  });
};
