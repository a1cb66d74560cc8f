import type { ActionTool } from "../actions/action.ts";
import { loadPlugins } from "./load-plugins.ts";

/** Loads every tool of `env/actions/`, sorted by name. */
export const loadActions = (): Promise<readonly ActionTool[]> =>
  loadPlugins<ActionTool>({ folder: "env/actions", file: "action", idOf: ({ spec }) => spec.name });
