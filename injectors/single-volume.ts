import type { Rng } from "#core/rng.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import type { Workload } from "#kube/checks/workload.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { PodSpec } from "#kube/types/pod.ts";
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

/** Names that a workload's further volume, or its claim, must not have. */
export const takenVolumes = ({ spec }: Workload, claims: readonly KubeObject[]): readonly string[] => [
  ...(spec.template.spec.volumes ?? []).map(({ name }) => name),
  ...claims.map(({ metadata }) => metadata.name),
];

/** Strategic merge patch of a workload's pods that gives the first container the volume. */
export const mounting = ({ spec }: Workload, { volume, claim, path }: SingleVolume) => ({
  volumes: [{ name: volume, persistentVolumeClaim: { claimName: claim } }],
  containers: spec.template.spec.containers.slice(0, 1).map(({ name }) => ({ name, volumeMounts: [{ name: volume, mountPath: path }] })),
});

/** Strategic merge patch of a workload's pods that takes the volume away. */
export const unmounting = ({ spec }: Workload, { volume, path }: Pick<SingleVolume, "volume" | "path">) => ({
  volumes: [{ $patch: "delete", name: volume }],
  containers: spec.template.spec.containers
    .slice(0, 1)
    .map(({ name }) => ({ name, volumeMounts: [{ $patch: "delete", mountPath: path }] })),
});

/** Pods with the volume in their first container. */
export const withVolume = (spec: PodSpec, { volume, claim, path }: SingleVolume): PodSpec => ({
  ...spec,
  volumes: [...(spec.volumes ?? []), { name: volume, persistentVolumeClaim: { claimName: claim } }],
  containers: spec.containers.map((container, i) =>
    i > 0 ? container : { ...container, volumeMounts: [...(container.volumeMounts ?? []), { name: volume, mountPath: path }] },
  ),
});

const VOLUMES: readonly (readonly [name: string, path: string])[] = [
  ["uploads", "/var/lib/uploads"],
  ["cache", "/var/cache/app"],
  ["files", "/srv/files"],
  ["state", "/var/lib/state"],
  ["spool", "/var/spool/app"],
  ["shared", "/mnt/shared"],
];
