import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import type { PersistentVolumeClaim } from "#kube/types/storage.ts";

/** Names of the volumes that the app's claims have. */
export const boundVolumes = (baseline: Baseline): readonly string[] =>
  (ownObjects(baseline, "persistentvolumeclaims") as readonly PersistentVolumeClaim[]).flatMap(({ spec }) => spec.volumeName ?? []);
