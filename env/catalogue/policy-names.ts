import { readdirSync } from "node:fs";

/** Names of the scripted policies, sorted, without loading them. */
export const policyNames = (): readonly string[] =>
  readdirSync(new URL("../../problems/policies", import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
