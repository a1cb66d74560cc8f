import type { World } from "../kernel/world.ts";

/** Files of a machine that somebody changed: their bytes by path, null for those that are gone. */
export type ChangedFiles = Readonly<Record<string, string | null>>;

/** Changed files of a machine; none at first. */
export const changedFiles = (world: World, node: string): ChangedFiles => world.map<ChangedFiles>(FILES).get(node) ?? NONE;

/** Replaces the changed files of a machine. */
export const setChangedFiles = (world: World, node: string, files: ChangedFiles): void =>
  world.map<ChangedFiles>(FILES).set(node, Object.freeze(files));

const NONE: ChangedFiles = Object.freeze({});
const FILES = "machines/files";
