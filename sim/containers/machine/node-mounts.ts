import { keepFor } from "#core/keep-for.ts";
import type { FileSystem } from "#shell/machine/file-system.ts";
import type { World } from "../../kernel/world.ts";
import type { Process } from "../../processes/process.ts";
import { trimmed, volumeMountAt } from "../../processes/volume-mount-at.ts";

/** Files of a node, kept by `save` as they are. */
export interface NodeFileSystem extends FileSystem {
  save(): void;
}

/** Opens the files of a node; the world's parts carry it as the constant `openNodeFiles`. */
export type OpenNodeFiles = (world: World, node: string, nowMs: () => number) => NodeFileSystem;

/** Opens the files of a process's node; undefined in a world without any. */
export const openNodeFiles = (world: World, { start: { pod } }: Process, nowMs: () => number): NodeFileSystem | undefined => {
  const open = world.parts.config["openNodeFiles"] as OpenNodeFiles | undefined;
  return pod.spec.nodeName === undefined ? undefined : open?.(world, pod.spec.nodeName, nowMs);
};

/** A part of the node's files in a container. */
export interface NodeMount {
  /** Path in the container; without a slash at its end, so that it is empty at the root. */
  readonly place: string;
  /** Path on the node, without a slash at its end. */
  readonly source: string;
  readonly isReadOnly: boolean;
}

/** The mount of the node's files that holds a path of a container. */
export const nodeMountAt = (process: Process, path: string): NodeMount | undefined => {
  const mounts = nodeMounts(process);
  if (mounts.size === 0) return undefined;
  const held = volumeMountAt(process.start.container, path);
  return held === undefined ? undefined : mounts.get(held.mountPath);
};

/** By mount path. */
const nodeMounts = keepFor(({ start: { pod, container } }: Process): ReadonlyMap<string, NodeMount> => {
  const found = new Map<string, NodeMount>();
  for (const { name, mountPath, subPath = "", readOnly = false } of container.volumeMounts ?? []) {
    const path = pod.spec.volumes?.find((volume) => volume.name === name)?.hostPath?.path;
    if (path === undefined) continue;
    const source = `${path}/${subPath}`.replace(/\/+/g, "/").replace(/\/$/, "");
    found.set(mountPath, { place: trimmed(mountPath).replace(/^\/$/, ""), source, isReadOnly: readOnly });
  }
  return found;
});
