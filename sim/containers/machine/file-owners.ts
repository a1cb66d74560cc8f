import type { Pod } from "#kube/types/pod.ts";
import type { Owner } from "#shell/machine/file-system.ts";
import { type Identity, identityOf } from "../../processes/identity.ts";
import type { Process } from "../../processes/process.ts";
import { trimmed, volumeMountAt } from "../../processes/volume-mount-at.ts";
import { isCapable, isLeft } from "./capabilities.ts";
import { isProjected, volumeAt } from "./volume-at.ts";

/** True on a volume or file that may not be changed, by nobody. */
export const isReadOnlyAt = (process: Process, path: string): boolean => {
  if (path.startsWith("/proc/") || path.startsWith("/sys/")) return true;
  const { container } = process.start;
  const mount = volumeMountAt(container, path);
  if (mount === undefined) return container.securityContext?.["readOnlyRootFilesystem"] === true && !path.startsWith("/dev/");
  const volume = volumeAt(process, path);
  return mount.readOnly === true || isProjected(volume);
};

/** Owner of a file that nobody in the container wrote: the image says so, and the kubelet gives volumes to the pod's group, where it has one. */
export const givenOwner = (process: Process, path: string): Owner => {
  const volume = volumeAt(process, path);
  const owned = volume === undefined ? ownedFolder(process, path) : undefined;
  if (owned !== undefined) return { user: owned.user, group: owned.group };
  return { user: 0, group: volume === undefined || volume.hostPath !== undefined ? 0 : (groupOf(process.start.pod) ?? 0) };
};

/** The mode of a folder that nobody in the container made. */
export const givenFolderMode = (process: Process, path: string): number => {
  if (OPEN_FOLDERS.has(path)) return 0o1777;
  const isMount = (process.start.container.volumeMounts ?? []).some(({ mountPath }) => trimmed(mountPath) === path);
  const volume = isMount ? volumeAt(process, path) : undefined;
  if (volume === undefined) return ownedFolder(process, path)?.mode ?? (path === "/root" ? 0o700 : 0o755);
  if (volume.hostPath !== undefined) return 0o755;
  return (isProjected(volume) ? 0o1777 : 0o777) | (groupOf(process.start.pod) === undefined ? 0 : 0o2000);
};

const ownedFolder = ({ start }: Process, path: string) => start.image?.owned?.[path];

/** The mode of a file that a volume brings: its item's own, else the volume's. */
export const givenFileMode = (process: Process, path: string): number => {
  const volume = volumeAt(process, path) as Readonly<Record<string, FileSource | undefined>> | undefined;
  const source = volume?.["configMap"] ?? volume?.["secret"] ?? volume?.["projected"] ?? volume?.["downwardAPI"];
  const items = [source, ...(source?.sources?.flatMap((one) => Object.values(one)) ?? [])].flatMap((one) => one?.items ?? []);
  const own = items.find((item) => path.endsWith(`/${item.path}`))?.mode;
  return (own ?? source?.defaultMode ?? 0o644) | (groupOf(process.start.pod) === undefined ? 0 : 0o440);
};

/** True where a process may read (4), write (2) or enter (1) what has such a mode and owner. Root may, unless it gave that up. */
export const mayAccess = (process: Process, { mode, user, group }: Owner & { readonly mode: number }, bit: 1 | 2 | 4): boolean => {
  const who = identityOf(process);
  if (who.user === 0 && (isLeft(process, "DAC_OVERRIDE") || (bit === 4 && isLeft(process, "DAC_READ_SEARCH")))) return true;
  const shift = who.user === user ? 6 : isIn(who, group) ? 3 : 0;
  return ((mode >> shift) & bit) !== 0;
};

/** True for who may do with a file what its owner may. */
export const isMaster = (process: Process, { user }: Pick<Owner, "user">): boolean =>
  identityOf(process).user === user || isCapable(process, "FOWNER");

const isIn = ({ group, groups }: Identity, wanted: number): boolean => wanted === group || groups.includes(wanted);

const groupOf = ({ spec }: Pod): number | undefined => spec.securityContext?.["fsGroup"] as number | undefined;

interface FileSource {
  readonly defaultMode?: number;
  readonly items?: readonly { readonly path: string; readonly mode?: number }[];
  readonly sources?: readonly Readonly<Record<string, FileSource>>[];
}

/** Folders in which everybody may make files. */
const OPEN_FOLDERS: ReadonlySet<string> = new Set(["/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue"]);
