import type { Rng } from "#core/rng.ts";
import type { PersistentVolume } from "#kube/types/storage.ts";
import type { Target } from "../injector.ts";
import type { ClaimParams } from "../pending-claim-params.ts";

/** Parameters: a volume that somebody made by hand for the claim, and what the claim asks for. */
export interface SmallVolumeParams extends ClaimParams {
  /** Name of the volume. */
  readonly disk: string;
  readonly capacity: string;
  /** Amount that the claim asks for. */
  readonly size: string;
}

/** Draws the volume with a name that is not taken, and an amount of several times its capacity. */
export const drawSmallVolume = (rng: Rng, { facts }: Target): Pick<SmallVolumeParams, "disk" | "capacity" | "size"> => {
  const capacity = rng.stream("capacity").pick([1, 2, 4]);
  const taken = facts["disks"] as readonly string[];
  const own = rng.stream("disk");
  const names = Array.from({ length: 40 }, (_, i) => `${own.stream(`kind ${i}`).pick(KINDS)}-${own.stream(`number ${i}`).int(1, 40)}`);
  return {
    disk: names.find((name) => !taken.includes(name)) ?? "disk-0",
    capacity: `${capacity}Gi`,
    size: `${capacity * rng.stream("factor").pick([2, 5, 10])}Gi`,
  };
};

const KINDS: readonly string[] = ["disk", "nfs-pv", "local-pv", "files-pv"];

/** The volume: a directory of a node. */
export const smallVolume = ({ disk, capacity }: SmallVolumeParams): PersistentVolume => ({
  apiVersion: "v1",
  kind: "PersistentVolume",
  metadata: { name: disk },
  spec: {
    capacity: { storage: capacity },
    accessModes: ["ReadWriteOnce"],
    persistentVolumeReclaimPolicy: "Retain",
    storageClassName: "",
    volumeMode: "Filesystem",
    hostPath: { path: `/var/lib/volumes/${disk}`, type: "DirectoryOrCreate" },
  },
});
