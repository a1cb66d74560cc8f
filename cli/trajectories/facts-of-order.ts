import type { EpisodeOrder } from "../engine/engine.ts";
import { MODEL_POLICY } from "../options/model-options.ts";
import { given } from "./given.ts";
import type { TrajectoryFacts } from "./to-trajectory.ts";
import type { BehaviourKind, Provenance } from "./trajectory.ts";

/** Facts of the trajectory of an order. @param model that of the policy `llm` */
export const factsOfOrder = (
  { episodeId, policy, groupId, valuation }: EpisodeOrder,
  provenance: Provenance,
  model?: string,
): TrajectoryFacts => ({
  trajectoryId: episodeId,
  ...given("groupId", groupId),
  provenance,
  behaviour: {
    kind: BEHAVIOURS[policy] ?? "policy",
    name: policy,
    ...(policy === MODEL_POLICY ? given("model", model) : {}),
  },
  ...given("reference", valuation && { policy: valuation.reference, rollouts: valuation.rollouts }),
});

const BEHAVIOURS: Readonly<Record<string, BehaviourKind>> = { expert: "expert", "noisy-expert": "noisy_expert", random: "random" };
