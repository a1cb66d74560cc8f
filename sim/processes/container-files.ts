import type { World } from "../kernel/world.ts";
import type { Process } from "./process.ts";
import { instanceOf } from "./process-keys.ts";

/** What was written at a path. `text` undefined marks something that was removed. */
export interface FileContent {
  readonly text: string | undefined;
  /** Set where the content is not text: one character a byte. */
  readonly bytes?: string;
  /** Set where only the beginning is kept: how long it really is. */
  readonly sizeBytes?: number;
  readonly mode?: number;
  /** Whose it is, by number; missing: root's. */
  readonly user?: number;
  readonly group?: number;
  readonly modifiedMs?: number;
  readonly isFolder?: boolean;
  /** Where a symbolic link leads. */
  readonly link?: string;
  /** Set where a file has several names: what it holds is kept once, under this number. */
  readonly shared?: number;
}

/** The map of all that was written, by volume or container instance. */
export const WRITTEN_FILES = "apps/files";

/** The text of a file as a process sees it: what was written, else what is mounted, else what the image holds. */
export const readContainerFile = (world: World, process: Process, path: string): string | undefined => {
  const written = writtenFile(world, process, path);
  if (written !== undefined) return written.isFolder === true || written.link !== undefined ? undefined : written.text;
  return process.start.files[path] ?? process.start.image?.files?.[path];
};

/** What was written at a path since the container or its volume was made. */
export const writtenFile = (world: World, process: Process, path: string): FileContent | undefined => {
  const [place, rest] = placeOf(process, path);
  const files = filesAt(world, place);
  const found = files?.[rest];
  return found?.shared === undefined
    ? found
    : { ...files?.[sharedName(found.shared)], text: files?.[sharedName(found.shared)]?.text, shared: found.shared };
};

/** Gives a file that was written a second name on the same volume; false where the names are on different ones. */
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

/** How many names a file has. */
export const linkCount = (world: World, process: Process, path: string): number => {
  const [place, rest] = placeOf(process, path);
  const files = filesAt(world, place);
  const shared = files?.[rest]?.shared;
  return shared === undefined ? 1 : Object.values(files ?? {}).filter((other) => other.shared === shared).length;
};

/** Where the content of a file with several names is kept: no path of a container begins so. */
const SHARED = "shared:";
const sharedName = (number: number): string => `${SHARED}${number}`;

/** Replaces what is at a path: on the volume that is mounted there, else in the container, where it ends with the instance. */
export const putFile = (world: World, process: Process, path: string, content: FileContent): void => {
  const [place, rest] = placeOf(process, path);
  const files = filesAt(world, place);
  const shared = content.text === undefined ? undefined : files?.[rest]?.shared;
  const { shared: _number, ...own } = content;
  world.map<Files>(WRITTEN_FILES).set(place, { ...files, [shared === undefined ? rest : sharedName(shared)]: own });
};

/** All that was written where a process can see it, by absolute path. */
export const writtenFiles = (world: World, process: Process): ReadonlyMap<string, FileContent> => {
  const found = new Map<string, FileContent>();
  const add = (prefix: string, place: string): void => {
    for (const [path, content] of Object.entries(filesAt(world, place) ?? {}))
      if (!path.startsWith(SHARED)) found.set(`${prefix}${path}`, content);
  };
  add("", instanceOf(process));
  for (const [mount, volume] of Object.entries(process.start.volumes)) add(mount.replace(/\/$/, ""), volume);
  return found;
};

/** Bytes that were written to a volume, or to a container beside its volumes. */
export const writtenBytes = (world: World, place: string): number => {
  let sum = 0;
  for (const { text, bytes, sizeBytes } of Object.values(filesAt(world, place) ?? {})) sum += sizeBytes ?? (bytes ?? text ?? "").length;
  return sum;
};

type Files = Readonly<Record<string, FileContent>>;

const filesAt = (world: World, place: string): Files | undefined => world.map<Files>(WRITTEN_FILES).get(place);

/** The volume or container that holds a path, and the path within it; of nested mounts the innermost. */
export const placeOf = (process: Process, path: string): readonly [string, string] => {
  let best: readonly [string, string] | undefined;
  for (const [mount, volume] of Object.entries(process.start.volumes)) {
    const prefix = mount.replace(/\/$/, "");
    if ((path === prefix || path.startsWith(`${prefix}/`)) && (best === undefined || prefix.length > path.length - best[1].length))
      best = [volume, path.slice(prefix.length)];
  }
  return best ?? [instanceOf(process), path];
};
