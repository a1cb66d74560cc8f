import { readdirSync } from "node:fs";

/** Names of the scripted policies and agents, sorted, without loading them. */
export const policyNames = (): readonly string[] => [...foldersIn("agents"), ...foldersIn("policies")].sort();

const foldersIn = (folder: string): readonly string[] =>
  readdirSync(new URL(`../../problems/${folder}`, import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
