import type { Agent } from "#problems/agent.ts";
import { loadPlugins } from "./load-plugins.ts";

/** Loads every scripted agent. */
export const loadAgents = async (): Promise<readonly Agent[]> =>
  await loadPlugins<Agent>({ folder: "problems/agents", file: "agent", idOf: ({ id }) => id });
