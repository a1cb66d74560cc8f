import type { ToolCall } from "#core/tool-call.ts";
import type { StepOutcome } from "../host/episode-protocol.ts";
import { actionOf } from "../host/play-episode.ts";
import type { Episode } from "../loop/episode.ts";
import type { Incident } from "../loop/incident.ts";
import { playStep } from "../loop/play-step.ts";
import { startEpisode } from "../loop/start-episode.ts";
import type { OpenHost } from "../open/open-host.ts";
import type { AttemptMemory } from "./attempt-memory.ts";

/** A task that is qualified, with its incident of a seed. */
export interface Subject {
  readonly open: OpenHost;
  readonly incident: Incident;
  readonly seed: string;
  /** Memory of earlier attempts, by which none is graded twice, nor any whose verdict is certain; missing: each is graded. */
  readonly memory?: AttemptMemory;
}

/** An episode that is played by the Loop itself, so that its world can be looked at before it is graded. */
export interface AttemptEpisode {
  readonly episode: Episode;
  /** Plays calls, one per step, until the episode ends. */
  play(calls: readonly ToolCall[]): Promise<readonly StepOutcome[]>;
}

/** Begins an episode. @param profile missing: the default */
export const beginAttempt = ({ open, incident, seed, memory }: Subject, profile?: string): AttemptEpisode => {
  const { library, catalogue } = open;
  const { task } = incident;
  if (memory !== undefined) memory.deeds.length = 0;
  const episode = startEpisode(
    { episodeId: "qualify", taskUri: task.uri, seed, limits: {}, views: [{ name: "budget" }], ...(profile !== undefined && { profile }) },
    { incident, info: catalogue.infoOf(task), instruction: "", slot: incident.slot.fork?.() ?? incident.slot },
    library,
  );
  return {
    episode,
    play: async (calls) => {
      const outcomes: StepOutcome[] = [];
      for (const call of calls) {
        if (episode.ending !== undefined) break;
        memory?.deeds.push(call);
        outcomes.push(await playStep(episode, { episodeId: episode.id, stepIndex: episode.stepIndex, actions: [actionOf(call)] }, library));
      }
      return outcomes;
    },
  };
};

/** Return of an episode that has ended, missing where there is none, and what it is made of. */
export const earnedBy = ({ ledger }: Episode): { readonly earned: number | undefined; readonly detail: string } => {
  const { returnSoFar, components } = ledger.total();
  const parts = components.map(
    ({ name, value, status, detail }) => `${name} ${value?.toFixed(3) ?? status}${detail === undefined ? "" : ` (${detail})`}`,
  );
  return { earned: returnSoFar, detail: parts.join(", ") };
};

/** True if an episode was graded as a repair of all that was wrong. */
export const isGradedRepaired = ({ ledger }: Episode): boolean =>
  ledger.total().components.some(({ name, value }) => name === "mitigation" && value === 1);
