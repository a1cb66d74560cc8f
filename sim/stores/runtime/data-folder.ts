import type { World } from "../../kernel/world.ts";
import { placeOf, putFile, readContainerFile, writtenFile } from "../../processes/container-files.ts";
import type { Process } from "../../processes/process.ts";

/** A folder in which a server keeps its data: on the volume that is mounted there, else in the container, with which it ends. */
export interface DataFolder {
  readonly world: World;
  readonly process: Process;
  readonly path: string;
}

/** Contents of a data directory; undefined when it is empty, or when its files were removed. */
export const dataIn = <T>(folder: DataFolder, kind: string, marker: string): T | undefined =>
  hasFile(folder, marker) ? folder.world.map<T>(mapOf(kind)).get(placeIn(folder)) : undefined;

/** Replaces the contents of a data directory. */
export const setDataIn = <T>(folder: DataFolder, kind: string, data: T): void =>
  folder.world.map<T>(mapOf(kind)).set(placeIn(folder), data);

/** A number that grows with every change of the data of servers of one kind. */
export const dataRevision = (world: World, kind: string): number => world.map(mapOf(kind)).revision;

/** True when a folder has a file of that name. */
export const hasFile = ({ world, process, path }: DataFolder, name: string): boolean =>
  readContainerFile(world, process, `${path}/${name}`) !== undefined;

/** The text of a file in a folder. */
export const textIn = ({ world, process, path }: DataFolder, name: string): string | undefined =>
  readContainerFile(world, process, `${path}/${name}`);

/** Writes a file into a folder; folders on its way are made. `sizeBytes`: how long it really is. */
export const writeIn = ({ world, process, path }: DataFolder, name: string, text: string, sizeBytes?: number): void => {
  const parts = `${path}/${name}`.split("/");
  for (let i = 2; i < parts.length; i++) {
    const folder = parts.slice(0, i).join("/");
    if (writtenFile(world, process, folder)?.isFolder !== true && !isMount(process, folder))
      putFile(world, process, folder, { text: "", isFolder: true, modifiedMs: world.nowMs() });
  }
  putFile(world, process, `${path}/${name}`, { text, modifiedMs: world.nowMs(), ...(sizeBytes === undefined ? {} : { sizeBytes }) });
};

const isMount = ({ start }: Process, path: string): boolean =>
  Object.keys(start.volumes).some((mount) => mount === path || mount.startsWith(`${path}/`) || mount === `${path}/`);

const placeIn = ({ process, path }: DataFolder): string => placeOf(process, path).join(":");

const mapOf = (kind: string): string => `stores/${kind}`;
