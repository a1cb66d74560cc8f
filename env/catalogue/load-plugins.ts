import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** Layout of a directory of plug-ins. */
export interface PluginDirectory<T> {
  /** Path relative to the repository: `injectors`. */
  readonly folder: string;
  /** File in each plug-in's folder, without extension: `injector`. */
  readonly file: string;
  /** Returns the plug-in's id, which must equal the folder's name. */
  readonly idOf: (plugin: T) => string;
}

/**
 * Loads every plug-in of a directory, sorted by folder name.
 *
 * There is no list to edit: a folder with the file is a plug-in.
 * @throws Error if a plug-in has no default export or another id than its folder
 */
export const loadPlugins = async <T>({ folder, file, idOf }: PluginDirectory<T>): Promise<readonly T[]> => {
  const root = fileURLToPath(new URL(`../../${folder}`, import.meta.url));
  const entries = await readdir(root, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const loaded = await Promise.all(names.map((name) => loadPlugin<T>(join(root, name), `${file}.${extension}`)));
  return loaded.flatMap((plugin, i) => {
    if (plugin === undefined) return [];
    if (idOf(plugin) !== names[i])
      throw new Error(`${folder}/${names[i]}/${file}.ts calls itself "${idOf(plugin)}"; the id is the folder's name`);
    return [plugin];
  });
};

const loadPlugin = async <T>(folder: string, file: string): Promise<T | undefined> => {
  if (!(await readdir(folder)).includes(file)) return undefined;
  const module = (await import(pathToFileURL(join(folder, file)).href)) as { readonly default?: T };
  if (module.default === undefined) throw new Error(`${folder}/${file} has no default export`);
  return module.default;
};
