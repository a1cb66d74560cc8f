import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Texts of the files that volumes bring into this container, by path. */
export const mountedFiles = (): Readonly<Record<string, string>> =>
  Object.fromEntries(mountPoints().flatMap((path) => (isFolder(path) ? filesBelow(path) : [path]).flatMap((file) => entryOf(file))));

/** Places where something of a disk or of the kubelet's is mounted. */
const mountPoints = (): readonly string[] =>
  readText("/proc/self/mounts")
    .split("\n")
    .map((line) => line.split(" "))
    .flatMap(([, path = "/", type = ""]) => (type === "overlay" || !DISKS.has(type) || isRuntimes(path) ? [] : [path]));

const DISKS: ReadonlySet<string> = new Set(["ext4", "xfs", "btrfs", "tmpfs", "overlay", "fuse", "virtiofs", "9p"]);

/** True for what every container has. */
const isRuntimes = (path: string): boolean => path === "/" || /^\/(?:dev|proc|sys)(?:\/|$)/.test(path) || RUNTIME_FILES.has(path);

const RUNTIME_FILES: ReadonlySet<string> = new Set([
  "/etc/hosts",
  "/etc/hostname",
  "/etc/resolv.conf",
  "/var/run/secrets/kubernetes.io/serviceaccount",
  "/run/secrets/kubernetes.io/serviceaccount",
]);

/** Files in a folder and below. The kubelet's own folders of a volume, whose names begin with two dots, hold the same files once more. */
const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => !name.startsWith(".."))
    .flatMap((name) => {
      const path = join(folder, name);
      return isFolder(path) ? filesBelow(path) : [path];
    });

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

const entryOf = (path: string): readonly (readonly [string, string])[] => {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return size > FILE_MAX ? [] : [[path, readText(path)]];
};

/** Size of a file that somebody may have written by hand, bytes. */
const FILE_MAX = 2 ** 20;

const readText = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
};
