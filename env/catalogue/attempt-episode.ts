import type { ToolCall } from "#core/tool-call.ts";
import type { StepOutcome } from "../host/episode-protocol.ts";
import { actionOf } from "../host/play-episode.ts";
import type { Episode } from "../loop/episode.ts";
import type { Incident } from "../loop/incident.ts";
import { playStep } from "../loop/play-step.ts";
import { startEpisode } from "../loop/start-episode.ts";
import type { OpenHost } from "../open/open-host.ts";

/** A task that is qualified, with its incident of a seed. */
export interface Subject {
  readonly open: OpenHost;
  readonly incident: Incident;
  readonly seed: string;
}

/** An episode that is played by the Loop itself, so that its world can be looked at before it is graded. */
export interface AttemptEpisode {
  readonly episode: Episode;
  /** Plays calls, one per step, until the episode ends. */
  play(calls: readonly ToolCall[]): Promise<readonly StepOutcome[]>;
}

/** Begins an episode. @param profile missing: the default */
export const beginAttempt = ({ open, incident, seed }: Subject, profile?: string): AttemptEpisode => {
  const { library, catalogue } = open;
  const { task } = incident;
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
