import { existsSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Lists files and folders at and below a path that others than their owner can read or write; links are not followed. */
export const findPublicFiles = (path: string): readonly string[] => {
  if (!existsSync(path)) return [];
  const { mode, isLink, isFolder } = factsOf(path);
  if (isLink) return [];
  const own = (mode & OTHERS) === 0 ? [] : [path];
  // Nobody gets into what is below a closed folder.
  if (!isFolder || own.length === 0) return own;
  return [...own, ...readdirSync(path).flatMap((name) => findPublicFiles(join(path, name)))];
};

/** Bits of group and others. */
const OTHERS = 0o077;

const factsOf = (path: string) => {
  const facts = lstatSync(path);
  return { mode: facts.mode, isLink: facts.isSymbolicLink(), isFolder: facts.isDirectory() };
};
