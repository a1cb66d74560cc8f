import { readdirSync } from "node:fs";

/** Names of the scripted policies and agents, sorted, without loading them. */
export const policyNames = (): readonly string[] => [...agentNames(), ...foldersIn("policies")].sort();

/** Names of the agents among them, which can go on from any state; policies plan from the start. */
export const agentNames = (): readonly string[] => foldersIn("agents").toSorted();

const foldersIn = (folder: string): readonly string[] =>
  readdirSync(new URL(`../../problems/${folder}`, import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
