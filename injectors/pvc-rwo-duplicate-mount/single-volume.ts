import type { Rng } from "#core/rng.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import type { PersistentVolumeClaim } from "#kube/types/storage.ts";

/** A volume that one node alone may mount, as parameters hold it. */
export interface SingleVolume {
  /** Name of the volume in the template. */
  readonly volume: string;
  readonly claim: string;
  readonly path: string;
}

/** Draws a volume that people give to programs which had none, with names that are not taken. */
export const drawVolume = (rng: Rng, target: string, taken: readonly string[]): SingleVolume => {
  const [volume, path] = rng.pick(VOLUMES.filter(([name]) => !taken.includes(name) && !taken.includes(`${nameOf(target)}-${name}`)));
  return { volume, claim: `${nameOf(target)}-${volume}`, path };
};

/** The claim. */
export const singleClaim = (name: string, namespace: string): PersistentVolumeClaim => ({
  apiVersion: "v1",
  kind: "PersistentVolumeClaim",
  metadata: { name, namespace },
  spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
});

const VOLUMES: readonly (readonly [name: string, path: string])[] = [
  ["uploads", "/var/lib/uploads"],
  ["cache", "/var/cache/app"],
  ["files", "/srv/files"],
  ["state", "/var/lib/state"],
  ["spool", "/var/spool/app"],
  ["shared", "/mnt/shared"],
];
