import { createRng, type Rng } from "#core/rng.ts";
import type { PlannedCall, Policy } from "#problems/policy.ts";
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
): Promise<readonly PlannedCall[]> => {
  const incident = await incidents.get(catalogue.taskOf(uri), seed);
  const situation = await situationOf({ apps }, incident);
  const calls = policy.play(situation, rng);
  return policy.propensity === undefined ? calls : calls.map((call) => ({ ...call, propensity: policy.propensity!(situation, call) }));
};
