import { unitValue } from "#kube/objects/quantity.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { Volume } from "#kube/types/pod.ts";
import { getObject } from "../../apiserver/store/store.ts";
import type { World } from "../../kernel/world.ts";
import { writtenFiles } from "../../processes/container-files.ts";
import type { Process } from "../../processes/process.ts";
import { toBytes } from "./bytes.ts";
import { isKeptInMemory, isProjected } from "./volume-at.ts";

/** One line of a container's mount table. */
export interface Mount {
  readonly source: string;
  readonly path: string;
  readonly type: string;
  readonly options: string;
  /** What it holds, in KiB; missing where nothing can be stored. */
  readonly space?: { readonly totalKiB: number; readonly usedKiB: number; readonly freeKiB: number };
}

/** All that is mounted in a container, in the order in which the runtime mounts it: the kernel's first, then by depth. */
export const mountsOf = (world: World, process: Process): readonly Mount[] => {
  const { pod, container } = process.start;
  const isReadOnlyRoot = container.securityContext?.["readOnlyRootFilesystem"] === true;
  const volumes = (container.volumeMounts ?? []).map(({ name, mountPath, readOnly = false }) => {
    const volume = pod.spec.volumes?.find((candidate) => candidate.name === name);
    return volumeMount(world, process, { volume, path: mountPath.replace(/(.)\/$/, "$1"), readOnly });
  });
  const given = [...volumes, ...RUNTIME_DISK_FILES.map((path) => diskMount(path, false)), SHARED_MEMORY];
  const depth = ({ path }: Mount): number => path.split("/").length;
  const root: Mount = { source: "overlay", path: "/", type: "overlay", options: `${isReadOnlyRoot ? "ro" : "rw"},relatime`, space: DISK };
  const mounts = [root, ...KERNEL_MOUNTS, ...given.sort((a, b) => depth(a) - depth(b))];
  const used = usedInMemory(world, process, mounts);
  return mounts.map((mount) => withUsed(mount, used.get(mount)));
};

/** The mount that holds an absolute path. */
export const mountAt = (mounts: readonly Mount[], path: string): Mount => {
  const holders = mounts.filter((mount) => mount.path === "/" || path === mount.path || path.startsWith(`${mount.path}/`));
  return holders.reduce((best, mount) => (mount.path.length >= best.path.length ? mount : best));
};

/** The text of `/proc/mounts`. */
export const mountTable = (world: World, process: Process): string =>
  mountsOf(world, process)
    .map(({ source, path, type, options }) => `${source} ${path} ${type} ${options} 0 0\n`)
    .join("");

const DISK = { totalKiB: 264_212_084, usedKiB: 20_409_852, freeKiB: 75_091_412 };

const memoryMount = (path: string, totalKiB: number, options: string): Mount => ({
  source: "tmpfs",
  path,
  type: "tmpfs",
  options,
  space: { totalKiB, usedKiB: 0, freeKiB: totalKiB },
});

const KERNEL_MOUNTS: readonly Mount[] = [
  { source: "proc", path: "/proc", type: "proc", options: "rw,nosuid,nodev,noexec,relatime" },
  memoryMount("/dev", 65_536, "rw,nosuid,size=65536k,mode=755"),
  { source: "devpts", path: "/dev/pts", type: "devpts", options: "rw,nosuid,noexec,relatime,gid=5,mode=620,ptmxmode=666" },
  { source: "mqueue", path: "/dev/mqueue", type: "mqueue", options: "rw,nosuid,nodev,noexec,relatime" },
  { source: "sysfs", path: "/sys", type: "sysfs", options: "ro,nosuid,nodev,noexec,relatime" },
  { source: "cgroup", path: "/sys/fs/cgroup", type: "cgroup2", options: "ro,nosuid,nodev,noexec,relatime" },
];

const SHARED_MEMORY: Mount = { ...memoryMount("/dev/shm", 65_536, "rw,relatime,size=65536k"), source: "shm" };

const RUNTIME_DISK_FILES: readonly string[] = ["/etc/hosts", "/dev/termination-log", "/etc/hostname", "/etc/resolv.conf"];

const diskMount = (path: string, readOnly: boolean): Mount => ({
  source: "/dev/vda",
  path,
  type: "ext4",
  options: `${readOnly ? "ro" : "rw"},relatime`,
  space: DISK,
});

interface VolumeMount {
  readonly volume: Volume | undefined;
  readonly path: string;
  readonly readOnly: boolean;
}

const volumeMount = (world: World, process: Process, { volume, path, readOnly }: VolumeMount): Mount => {
  const isFixed = readOnly || isProjected(volume);
  if (volume?.emptyDir?.medium !== "Memory" && !isKeptInMemory(volume)) return diskMount(path, isFixed);
  const totalKiB = memoryVolumeKiB(world, process, volume?.emptyDir?.sizeLimit);
  return memoryMount(path, totalKiB, `${isFixed ? "ro" : "rw"},relatime,size=${totalKiB}k,noswap`);
};

/** The least of what the node can give, what the pod's containers may take together where each has a limit, and the volume's own limit. */
const memoryVolumeKiB = (world: World, { start: { pod } }: Process, sizeLimit: string | undefined): number => {
  const node = getObject<Node>(world, "nodes", undefined, pod.spec.nodeName ?? "");
  const limits = pod.spec.containers.map(({ resources }) => resources?.limits?.["memory"]);
  const isBounded = limits.every((limit) => limit !== undefined);
  const candidates = [
    unitValue(node?.status?.allocatable?.["memory"] ?? "24684084Ki"),
    isBounded ? limits.reduce((sum, limit) => sum + unitValue(limit), 0) : 0,
    sizeLimit === undefined ? 0 : unitValue(sizeLimit),
  ];
  return Math.floor(Math.min(...candidates.filter((bytes) => bytes > 0)) / 1024);
};

/** Whole pages of the files on each mount that lives in memory, in KiB. */
const usedInMemory = (world: World, process: Process, mounts: readonly Mount[]): ReadonlyMap<Mount, number> => {
  const used = new Map<Mount, number>();
  const note = (path: string, bytes: number): void => {
    const mount = mountAt(mounts, path);
    if (mount.type === "tmpfs") used.set(mount, (used.get(mount) ?? 0) + Math.ceil(bytes / PAGE_BYTES) * (PAGE_BYTES / 1024));
  };
  for (const [path, text] of Object.entries(process.start.files)) note(path, toBytes(text).length);
  for (const [path, { text = "", bytes, sizeBytes }] of writtenFiles(world, process))
    note(path, sizeBytes ?? (bytes ?? toBytes(text)).length);
  return used;
};

const PAGE_BYTES = 4096;

const withUsed = (mount: Mount, usedKiB: number | undefined): Mount => {
  if (usedKiB === undefined || mount.space === undefined) return mount;
  const { totalKiB } = mount.space;
  return { ...mount, space: { totalKiB, usedKiB, freeKiB: Math.max(0, totalKiB - usedKiB) } };
};
