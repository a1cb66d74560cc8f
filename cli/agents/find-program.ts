import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Finds a program as a shell does. @param path value of the variable PATH @returns the path of its file; undefined: there is none */
export const findProgram = (name: string, path: string): string | undefined =>
  path
    .split(delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => join(folder, name))
    .find(isExecutable);

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
};
