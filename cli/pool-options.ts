import type { CliOption } from "./command.ts";

/** What a server and an operator say of a pool in the same words. */
export const POOL_OPTIONS: readonly CliOption[] = [
  { flags: "--values <variant>", description: "lay values-<variant>.yaml of the app's chart over its values, such as actor" },
  { flags: "--pool <folder>", description: "where the pool's journal and baselines are (default: the user's state folder)" },
];
