import type { Rng } from "#core/rng.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import { listObjects } from "#kube/verbs/list.ts";

/** Names of the storage classes that there are. */
export const storageClassNames = async (view: ClusterView): Promise<readonly string[]> =>
  (await listObjects(view, { resource: "storageclasses.storage.k8s.io" })).map(({ metadata }) => metadata.name);

/** Draws the name of a class that there is not, among those which others have. */
export const drawMissingClass = (rng: Rng, present: readonly string[]): string =>
  rng.pick(CLASSES.filter((name) => !present.includes(name)));

/** Names that storage classes have elsewhere. */
const CLASSES: readonly string[] = [
  "fast-ssd",
  "premium-rwo",
  "gp3",
  "managed-csi",
  "longhorn",
  "ceph-block",
  "nfs-client",
  "local-storage",
  "standard-rwo",
];
