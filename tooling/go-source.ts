import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The folder that was given on the command line. */
export const givenFolder = (): string => {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error("say in which folder the Go sources are");
  return folder;
};

/** The folder of a module among others of its release: `api`, or `api@v0.35.4`. */
export const moduleFolder = (root: string, name: string): string => {
  const found = readdirSync(root).find((folder) => folder === name || folder.startsWith(`${name}@`));
  if (found === undefined) throw new Error(`there is no module ${name} in ${root}`);
  return join(root, found);
};

/** Reads the Go files of a folder whose names match, as one text without comments; without a pattern, those that are not generated. */
export const readGoFiles = (folder: string, names = /^(?!zz_|generated).*(?<!_test)\.go$/): string =>
  readdirSync(folder)
    .filter((file) => names.test(file))
    .map((file) => readFileSync(join(folder, file), "utf8").replace(/^\s*\/\/.*$/gm, ""))
    .join("\n");

/** The bodies of the structs in a Go text, by name. */
export const goStructs = (text: string): ReadonlyMap<string, string> =>
  new Map([...text.matchAll(/^type (\w+) struct \{\n([\s\S]*?)^\}/gm)].map(([, name = "", body = ""]) => [name, body]));

/** The named types of a Go text that are defined as another type, with that type. */
export const goNamedTypes = (text: string): ReadonlyMap<string, string> =>
  new Map([...text.matchAll(/^type (\w+) (?!struct|interface)(\S+)$/gm)].map(([, name = "", target = ""]) => [name, target]));
