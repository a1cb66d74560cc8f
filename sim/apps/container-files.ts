import type { World } from "../kernel/world.ts";
import { findImage } from "./image-catalogue.ts";
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
}

/** The map of all that was written, by volume or container instance. */
export const WRITTEN_FILES = "apps/files";

/** The text of a file as a process sees it: what was written, else what is mounted, else what the image holds. */
export const readContainerFile = (world: World, process: Process, path: string): string | undefined => {
  const written = writtenFile(world, process, path);
  if (written !== undefined) return written.isFolder === true || written.link !== undefined ? undefined : written.text;
  return process.start.files[path] ?? findImage(process.start.container.image ?? "")?.files?.[path];
};

/** What was written at a path since the container or its volume was made. */
export const writtenFile = (world: World, process: Process, path: string): FileContent | undefined => {
  const [place, rest] = placeOf(process, path);
  return filesAt(world, place)?.[rest];
};

/** Replaces what is at a path: on the volume that is mounted there, else in the container, where it ends with the instance. */
export const putFile = (world: World, process: Process, path: string, content: FileContent): void => {
  const [place, rest] = placeOf(process, path);
  world.map<Files>(WRITTEN_FILES).set(place, { ...filesAt(world, place), [rest]: content });
};

/** All that was written where a process can see it, by absolute path. */
export const writtenFiles = (world: World, process: Process): ReadonlyMap<string, FileContent> => {
  const found = new Map<string, FileContent>();
  for (const [path, content] of Object.entries(filesAt(world, instanceOf(process)) ?? {})) found.set(path, content);
  for (const [mount, volume] of Object.entries(process.start.volumes))
    for (const [path, content] of Object.entries(filesAt(world, volume) ?? {})) found.set(`${mount.replace(/\/$/, "")}${path}`, content);
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
