import { createRng, type Rng } from "#core/rng.ts";
import type { ToolCall } from "#core/tool-call.ts";
import type { Policy } from "#problems/policy.ts";
import type { OpenHost } from "../open/open-host.ts";
import { loadPlugins } from "./load-plugins.ts";
import { situationOf } from "./situation-of.ts";

/** Loads every scripted policy. */
export const loadPolicies = async (): Promise<readonly Policy[]> =>
  await loadPlugins<Policy>({ folder: "problems/policies", file: "policy", idOf: ({ id }) => id });

/** Plans the calls of a policy in an episode of this task and seed; equal arguments give equal calls. */
export const planEpisode = async (
  { apps, catalogue, incidents }: Pick<OpenHost, "apps" | "catalogue" | "incidents">,
  uri: string,
  seed: string,
  policy: Policy,
  rng: Rng = createRng(seed).stream(`policy/${policy.id}`),
): Promise<readonly ToolCall[]> => {
  const incident = await incidents.get(catalogue.taskOf(uri), seed);
  return policy.play(await situationOf({ apps }, incident), rng);
};
