import type { World } from "../kernel/world.ts";
import { findImage } from "./image-catalogue.ts";
import type { Process } from "./process.ts";
import { instanceOf } from "./process-keys.ts";

/** The text of a file as a process sees it: what was written, else what is mounted, else what the image holds. */
export const readContainerFile = (world: World, process: Process, path: string): string | undefined => {
  const written = world.map<FileContent>(WRITTEN).get(storageKey(process, path));
  if (written !== undefined) return written.text;
  return process.start.files[path] ?? findImage(process.start.container.image ?? "")?.files?.[path];
};

/** Writes a file: onto the volume that is mounted there, else into the container, where it ends with the instance. */
export const writeContainerFile = (world: World, process: Process, path: string, text: string | undefined): void =>
  world.map<FileContent>(WRITTEN).set(storageKey(process, path), { text });

/** Paths of all files that a process can see, sorted. */
export const listContainerFiles = (world: World, process: Process): readonly string[] => {
  const paths = new Set([...Object.keys(findImage(process.start.container.image ?? "")?.files ?? {}), ...Object.keys(process.start.files)]);
  for (const [key, { text }] of world.map<FileContent>(WRITTEN).entries()) {
    const path = pathOf(process, key);
    if (path === undefined) continue;
    if (text === undefined) paths.delete(path);
    else paths.add(path);
  }
  return [...paths].sort();
};

/** `undefined` marks a file that was removed. */
interface FileContent {
  readonly text: string | undefined;
}

const WRITTEN = "apps/files";

const storageKey = (process: Process, path: string): string => {
  for (const [mount, volume] of Object.entries(process.start.volumes))
    if (path.startsWith(`${mount}/`)) return `${volume} ${path.slice(mount.length)}`;
  return `${instanceOf(process)} ${path}`;
};

const pathOf = (process: Process, key: string): string | undefined => {
  const space = key.indexOf(" ");
  const place = key.slice(0, space);
  if (place === instanceOf(process)) return key.slice(space + 1);
  const mount = Object.entries(process.start.volumes).find(([, volume]) => volume === place)?.[0];
  return mount === undefined ? undefined : `${mount}${key.slice(space + 1)}`;
};
