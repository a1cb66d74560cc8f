import { keepFor } from "#core/keep-for.ts";
import type { Image } from "../../images/image.ts";
import type { World } from "../../kernel/world.ts";
import type { ContainerEntry } from "../../processes/container-entry.ts";
import { writtenFiles } from "../../processes/container-files.ts";
import type { Process } from "../../processes/process.ts";
import { DEVICES, RUNTIME_FOLDERS, STANDARD_FOLDERS } from "../machine/standard-paths.ts";
import { type MountSource, mountSources } from "./mount-sources.ts";

/**
 * Reason why a container's volumes cannot be mounted, or why it cannot begin in its folder, in the words of runc; undefined when all can be done.
 *
 * @param cwd the folder; it is made where there is none
 */
export const rootProblem = (world: World, { process, image, rootfs }: ContainerEntry, cwd: string): string | undefined => {
  const mounts = mountSources(world, process);
  const tree = createTree(world, process, image);
  for (const [at, mount] of mounts.entries()) {
    const problem = problemOf(mount, mounts.slice(0, at), tree, rootfs);
    if (problem !== undefined)
      return `error during container init: error mounting "${mount.source}" to rootfs at "${mount.place}": ${problem}`;
  }
  const problem = folderProblem((path) => tree(path, holderOf(mounts, path)), mounts, cwd);
  if (problem !== undefined) return `error during container init: ${problem}`;
  if (mounts.some(({ place }) => place === "/")) return "error closing exec fds: open /proc/self/fd: no such file or directory";
  if (mounts.some(({ place, source }) => place === "/dev" && source !== "/dev"))
    return "unable to setup user: stat /dev/null: no such file or directory";
  return undefined;
};

const problemOf = (mount: MountSource, before: readonly MountSource[], tree: Tree, rootfs: string): string | undefined => {
  const { source, place, isFile, isReadOnly } = mount;
  if (place === "/proc") return `"${rootfs}/proc" cannot be mounted because it is not of type proc`;
  if (place.startsWith("/proc/")) return `"${rootfs}${place}" cannot be mounted because it is inside /proc`;
  if (place === "/") return undefined;
  const kindOf = (path: string): Kind => tree(path, holderOf(before, path));
  const gap = foldersOf(place).find((folder) => kindOf(folder) !== "folder");
  if (gap !== undefined && kindOf(gap) === "file") return `open o_path procfd: open ${rootfs}${place}: not a directory`;
  const there = gap === undefined ? kindOf(place) : "missing";
  if (there === "missing") {
    if (holderOf(before, place)?.isReadOnly !== true) return undefined;
    return `${gap === undefined && isFile ? "open" : "mkdir"} ${rootfs}${gap ?? place}: read-only file system`;
  }
  if ((there === "file") === isFile) return undefined;
  return `mount ${source}:${place} (via /proc/self/fd/6), flags: ${isReadOnly ? "0x5001" : "0x5000"}: not a directory`;
};

const folderProblem = (kindOf: (path: string) => Kind, mounts: readonly MountSource[], cwd: string): string | undefined => {
  const gap = cwd === "/" ? undefined : [...foldersOf(cwd), cwd].find((folder) => kindOf(folder) !== "folder");
  if (gap === undefined) return undefined;
  if (kindOf(gap) === "file") return `mkdir ${gap}: not a directory`;
  return holderOf(mounts, gap)?.isReadOnly === true ? `mkdir ${gap}: read-only file system` : undefined;
};

type Kind = "file" | "folder" | "missing";

/** Kind of what is at a path: of the mount that holds it, else of the image. */
type Tree = (path: string, holder: MountSource | undefined) => Kind;

const createTree = (world: World, process: Process, image: Image): Tree => {
  let mounted: ReadonlyMap<string, boolean> | undefined;
  return (path, holder) => {
    if (holder === undefined) return kindIn(treeOf(image), path);
    if (path === holder.place) return holder.isFile ? "file" : "folder";
    mounted ??= treeFrom([
      ...Object.keys(process.start.files),
      ...[...writtenFiles(world, process)].flatMap(([written, { text, isFolder }]) =>
        text === undefined ? [] : [isFolder === true ? `${written}/` : written],
      ),
    ]);
    return kindIn(mounted, path);
  };
};

/** The innermost of some mounts that holds a path. */
const holderOf = (mounts: readonly MountSource[], path: string): MountSource | undefined =>
  mounts.findLast(({ place }) => place === "/" || path === place || path.startsWith(`${place}/`));

/** Folders on the way to a path, the outermost first, without the root. */
const foldersOf = (path: string): readonly string[] => {
  const parts = path.split("/").slice(1, -1);
  return parts.map((_part, at) => `/${parts.slice(0, at + 1).join("/")}`);
};

const kindIn = (tree: ReadonlyMap<string, boolean>, path: string): Kind => {
  const isFolder = tree.get(path);
  return isFolder === undefined ? "missing" : isFolder ? "folder" : "file";
};

/** Paths of an image, each with whether it is a folder; made once an image. */
const treeOf = keepFor(({ binaries, files = {}, links = {}, owned = {}, folders = STANDARD_FOLDERS, workingDir }: Image) =>
  treeFrom([
    ...Object.keys(binaries),
    ...Object.keys(files),
    ...[...Object.keys(links), ...Object.keys(owned), workingDir].map((path) => `${path}/`),
    ...folders,
    ...RUNTIME_FOLDERS,
    ...Object.keys(DEVICES),
    "/proc/",
    "/sys/",
    "/etc/",
  ]),
);

const treeFrom = (paths: readonly string[]): ReadonlyMap<string, boolean> => {
  const tree = new Map<string, boolean>();
  for (const path of paths) {
    const isFolder = path.endsWith("/");
    const full = isFolder ? path.replace(/(.)\/+$/, "$1") : path;
    for (const folder of foldersOf(full)) tree.set(folder, true);
    if (tree.get(full) !== true) tree.set(full, isFolder);
  }
  return tree;
};
