import type { Container, Pod, VolumeMount } from "#kube/types/pod.ts";
import type { World } from "../../kernel/world.ts";
import { writtenFile } from "../../processes/container-files.ts";
import type { Process } from "../../processes/process.ts";
import { trimmed } from "../../processes/volume-mount-at.ts";
import { isProjected } from "../machine/volume-at.ts";

/** File or folder that the kubelet hands to the runtime to be mounted. */
export interface MountSource {
  /** Path on the node. */
  readonly source: string;
  /** Path in the container, without a slash at its end. */
  readonly place: string;
  readonly isFile: boolean;
  readonly isReadOnly: boolean;
}

/** The mounts of a container, in the order in which the runtime makes them: those of less depth first. */
export const mountSources = (world: World, process: Process): readonly MountSource[] => {
  const { pod, container } = process.start;
  const given = (container.volumeMounts ?? []).map((mount, index) => volumeSource(world, process, mount, index));
  const home = `/var/lib/kubelet/pods/${pod.metadata.uid}`;
  const own = [
    { source: `${home}/etc-hosts`, place: "/etc/hosts", isFile: true, isReadOnly: false },
    { source: `${home}/containers/${container.name}/0`, place: "/dev/termination-log", isFile: true, isReadOnly: false },
  ].filter(({ place }) => given.every((mount) => mount.place !== place));
  const depth = ({ place }: MountSource): number => (place === "/" ? 0 : place.split("/").length);
  return [...given, ...own].sort((a, b) => depth(a) - depth(b));
};

const volumeSource = (world: World, process: Process, mount: VolumeMount, index: number): MountSource => {
  const { pod, container, files } = process.start;
  const volume = pod.spec.volumes?.find(({ name }) => name === mount.name);
  const place = trimmed(mount.mountPath);
  return {
    source: sourceOf(pod, container, mount, index),
    place,
    isFile: files[place] !== undefined || isFileOnNode(volume?.hostPath?.type) || isWrittenFile(world, process, mount),
    isReadOnly: mount.readOnly === true || isProjected(volume),
  };
};

const sourceOf = ({ metadata, spec }: Pod, container: Container, { name, subPath }: VolumeMount, index: number): string => {
  const home = `/var/lib/kubelet/pods/${metadata.uid}`;
  const volume = spec.volumes?.find((candidate) => candidate.name === name);
  if (subPath !== undefined) return `${home}/volume-subpaths/${name}/${container.name}/${index}`;
  if (volume?.hostPath !== undefined) return volume.hostPath.path;
  const plugin = Object.keys(PLUGINS).find((kind) => (volume as Readonly<Record<string, unknown>> | undefined)?.[kind] !== undefined);
  return `${home}/volumes/kubernetes.io~${PLUGINS[plugin ?? "emptyDir"]}/${name}`;
};

/** Names of the kubelet's plug-ins, by the member of a volume. */
const PLUGINS: Readonly<Record<string, string>> = {
  configMap: "configmap",
  secret: "secret",
  projected: "projected",
  downwardAPI: "downward-api",
  emptyDir: "empty-dir",
  persistentVolumeClaim: "local-volume",
  ephemeral: "local-volume",
};

const isFileOnNode = (type: string | undefined): boolean => type !== undefined && FILES_ON_NODES.has(type);

const FILES_ON_NODES: ReadonlySet<string> = new Set(["File", "FileOrCreate", "Socket", "CharDevice", "BlockDevice"]);

/** True where a part of a volume is mounted that somebody wrote as a file. */
const isWrittenFile = (world: World, process: Process, { mountPath, subPath }: VolumeMount): boolean => {
  const written = subPath === undefined ? undefined : writtenFile(world, process, trimmed(mountPath));
  return written?.text !== undefined && written.isFolder !== true;
};
