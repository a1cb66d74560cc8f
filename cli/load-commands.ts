import { readdirSync } from "node:fs";
import type { CliCommand } from "./command.ts";

const FOLDER = new URL("commands/", import.meta.url);

/** Names of all commands, sorted: the folders that hold one. */
export const commandNames = (): readonly string[] =>
  readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();

/**
 * Loads the commands that may be needed and no others, to start fast.
 * @param wanted the first word of the command line; when it names a command, that one alone is loaded
 */
export const loadCommands = async (wanted: string | undefined): Promise<readonly CliCommand[]> => {
  const names = commandNames();
  return await Promise.all((wanted !== undefined && names.includes(wanted) ? [wanted] : names).map(loadCommand));
};

const loadCommand = async (name: string): Promise<CliCommand> => {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const module = (await import(new URL(`${name}/command.${extension}`, FOLDER).href)) as { readonly default: CliCommand };
  return module.default;
};
