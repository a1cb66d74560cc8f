import { resolvePath } from "#core/posix-path.ts";
import type { World } from "../kernel/world.ts";
import { planSolve } from "./plan-solve.ts";
import type { Process } from "./process.ts";
import { instanceOf } from "./process-keys.ts";
import { FLAG_FILE_CHANGES, processState, setProcessState } from "./process-state.ts";
import { trimmed } from "./volume-mount-at.ts";

/** File written at a path. `text` undefined marks one that was removed. */
export interface FileContent {
  readonly text: string | undefined;
  /** Binary content, one character a byte; missing: it is text. */
  readonly bytes?: string;
  /** Real size where only the beginning is kept, bytes. */
  readonly sizeBytes?: number;
  readonly mode?: number;
  /** User id of the owner; missing: root. */
  readonly user?: number;
  readonly group?: number;
  readonly modifiedMs?: number;
  readonly isFolder?: boolean;
  /** Target of a symbolic link. */
  readonly link?: string;
  /** Key of the shared content of a file with several hard links. */
  readonly shared?: number;
}

/** Map of all written files, by volume or container instance. */
export const WRITTEN_FILES = "apps/files";

/** Text of a file as a process sees it: from its own writes, else its mounts, else the image. */
export const readContainerFile = (world: World, process: Process, path: string): string | undefined => {
  const written = writtenFile(world, process, path);
  if (written !== undefined) return written.isFolder === true || written.link !== undefined ? undefined : written.text;
  return process.start.files[path] ?? process.start.image?.files?.[path];
};

/** File written at a path since the container or its volume was made. */
export const writtenFile = (world: World, process: Process, path: string): FileContent | undefined => {
  const [place, rest] = placeOf(process, path);
  const files = filesAt(world, place);
  const found = files?.[rest];
  return found?.shared === undefined
    ? found
    : { ...files?.[sharedName(found.shared)], text: files?.[sharedName(found.shared)]?.text, shared: found.shared };
};

/** Hard-links a written file on the same volume; false across volumes. */
export const linkFile = (world: World, process: Process, path: string, existing: string): boolean => {
  const [[place, rest], [otherPlace, other]] = [placeOf(process, path), placeOf(process, existing)];
  const files = filesAt(world, place);
  const content = files?.[other];
  if (place !== otherPlace || files === undefined || content === undefined) return false;
  const names = Object.keys(files).filter((name) => name.startsWith(SHARED)).length;
  const shared = content.shared ?? names + 1;
  const entry: FileContent = { text: "", shared };
  const kept = content.shared === undefined ? { [sharedName(shared)]: content } : {};
  world.map<Files>(WRITTEN_FILES).set(place, { ...files, ...kept, [other]: entry, [rest]: entry });
  return true;
};

/** Number of files written on the volume or layer of a path; removed ones count. */
export const countFiles = (world: World, process: Process, path: string): number =>
  Object.keys(filesAt(world, placeOf(process, path)[0]) ?? {}).length;

/** Number of hard links of a file. */
export const linkCount = (world: World, process: Process, path: string): number => {
  const [place, rest] = placeOf(process, path);
  const files = filesAt(world, place);
  const shared = files?.[rest]?.shared;
  return shared === undefined ? 1 : Object.values(files ?? {}).filter((other) => other.shared === shared).length;
};

/** Prefix of the keys under which the content of files with several hard links is kept; no path of a container begins with it. */
const SHARED = "shared:";
const sharedName = (number: number): string => `${SHARED}${number}`;

/** Replaces the file at a path: on the volume mounted there, else in the container's layer, which ends with the instance. */
export const putFile = (world: World, process: Process, path: string, content: FileContent): void => {
  const [place, rest] = placeOf(process, path);
  const files = filesAt(world, place);
  const shared = content.text === undefined ? undefined : files?.[rest]?.shared;
  const { shared: _number, ...own } = content;
  world.map<Files>(WRITTEN_FILES).set(place, { ...files, [shared === undefined ? rest : sharedName(shared)]: own });
  if (process.app?.behaviour.flagFile !== undefined) noticeChange(world, process);
};

/** A server of flags watches its file: those who ask it hear of a change soon. */
const noticeChange = (world: World, process: Process): void => {
  setProcessState(world, process, FLAG_FILE_CHANGES, (processState<number>(world, process, FLAG_FILE_CHANGES) ?? 0) + 1);
  planSolve(world);
};

/** Written files that a process can see, by absolute path. */
export const writtenFiles = (world: World, process: Process): ReadonlyMap<string, FileContent> => {
  const found = new Map<string, FileContent>();
  const add = (prefix: string, place: string, part = ""): void => {
    for (const [path, content] of Object.entries(filesAt(world, place) ?? {}))
      if (!path.startsWith(SHARED) && (part === "" || path === part || path.startsWith(`${part}/`)))
        found.set(`${prefix}${path.slice(part.length)}`, content);
  };
  add("", instanceOf(process));
  for (const [mount, volume] of Object.entries(process.start.volumes)) add(trimmed(mount), volume, partOf(process, mount));
  return found;
};

/** Bytes written to a volume, or to a container's layer. */
export const writtenBytes = (world: World, place: string): number => {
  let sum = 0;
  for (const { text, bytes, sizeBytes } of Object.values(filesAt(world, place) ?? {})) sum += sizeBytes ?? (bytes ?? text ?? "").length;
  return sum;
};

type Files = Readonly<Record<string, FileContent>>;

const filesAt = (world: World, place: string): Files | undefined => world.map<Files>(WRITTEN_FILES).get(place);

/** Volume or container that holds a path, and the path within it; of nested mounts the innermost. */
export const placeOf = (process: Process, path: string): readonly [string, string] => {
  let best: { readonly mount: string; readonly volume: string; readonly prefix: string } | undefined;
  for (const [mount, volume] of Object.entries(process.start.volumes)) {
    const prefix = mount.replace(/\/$/, "");
    if ((path === prefix || path.startsWith(`${prefix}/`)) && (best === undefined || prefix.length > best.prefix.length))
      best = { mount, volume, prefix };
  }
  if (best === undefined) return [instanceOf(process), path];
  return [best.volume, `${partOf(process, best.mount)}${path.slice(best.prefix.length)}`];
};

/** Path of the part of a volume that is mounted; empty: all of it. */
const partOf = ({ start: { container } }: Process, mount: string): string => {
  const subPath = container.volumeMounts?.find(({ mountPath }) => mountPath === mount)?.subPath ?? "";
  return subPath === "" ? "" : resolvePath(subPath, "/");
};
