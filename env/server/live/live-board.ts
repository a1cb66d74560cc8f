import { parseJson } from "#core/parse-json.ts";
import type { ActionResult, Ending, Observation, RewardComponent } from "../../host/episode-protocol.ts";
import type { EpisodeContext } from "../episodes/episode-context.ts";
import type { EpisodeEntry } from "../episodes/episode-entry.ts";
import type { StepOrder } from "../episodes/episode-orders.ts";
import { createMinuteBook, type Minute } from "./minute-book.ts";

/** Present state of a server, for its operator: tasks are named, so that it tells answers. */
export interface LiveBoard {
  overview(): LiveOverview;
  /** Episodes that have ended with a valid score and are not closed yet. */
  scored(): readonly ScoredEpisode[];
  /** Course of an episode so far; undefined: none with this id is open. */
  follow(episodeId: string): FollowedEpisode | undefined;
}

export interface LiveOverview {
  readonly backend: string;
  readonly build: string;
  readonly slots: { readonly all: number; readonly free: number; readonly waiting: number; readonly waitingMax: number };
  readonly episodes: Readonly<Record<"queued" | "running" | "ended", number>>;
  /** Episodes that are open, the latest first, `ROWS_MAX` at most. */
  readonly rows: readonly LiveRow[];
  /** Ends of the last hour by the minute, the present one last. */
  readonly minutes: readonly Minute[];
}

/** An open episode in short. */
export interface LiveRow {
  readonly id: string;
  /** STARTING: it has a slot, in which its incident comes about. */
  readonly state: EpisodeEntry["state"] | "STARTING";
  readonly task: string;
  readonly split: string;
  readonly seed: string;
  readonly client: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly groupId?: string;
  readonly steps: number;
  /** Sum of rewards so far; missing: none yet, or there is no valid score. */
  readonly returnSoFar?: number;
  /** Time of the world since the agent's start, ms. */
  readonly virtualMs: number;
  /** Time since the reset was asked for, and since the last call, ms. */
  readonly ageMs: number;
  readonly idleMs: number;
  readonly ending?: Ending;
}

/** An episode that has ended, with what it earned by component. */
export interface ScoredEpisode extends LiveRow {
  readonly tags: readonly string[];
  readonly difficulty: number;
  readonly components: readonly RewardComponent[];
}

/** Course of an episode: its calls, and what was said last. */
export interface FollowedEpisode {
  readonly row: LiveRow;
  readonly instruction: string;
  /** First observation; missing: it has not started. */
  readonly initial?: Observation;
  readonly steps: readonly FollowedStep[];
  /** Outcome of the last step; missing: there is none, or it is from before a restart. */
  readonly last?: {
    readonly index: number;
    readonly results: readonly ActionResult[];
    readonly observation: Observation;
    readonly components: readonly RewardComponent[];
  };
}

export interface FollowedStep {
  readonly actions: StepOrder["actions"];
  readonly reward?: number;
  readonly virtualMs: number;
  readonly stateDigest: string;
}

/** Reads the board from the server's episodes, and is told of their ends from now on. */
export const createLiveBoard = (context: EpisodeContext): LiveBoard => {
  const minutes = createMinuteBook();
  context.listeners.add(({ kind, episodeId = "" }) => {
    const entry = context.entries.get(episodeId);
    if (kind !== "EPISODE_ENDED" || entry?.ending === undefined) return;
    const { sampleValid, success } = entry.ending;
    minutes.add(context.clock.nowMs(), { return: sampleValid ? entry.returnSoFar : undefined, success: success === true });
  });
  return {
    overview: () => {
      const nowMs = context.clock.nowMs();
      const all = [...context.entries.values()];
      return {
        backend: context.facts.backend,
        build: context.facts.buildDigest,
        slots: {
          all: context.admission.slots,
          free: context.admission.free(),
          waiting: context.admission.depth(),
          waitingMax: context.admission.depthMax,
        },
        episodes: countStates(all),
        rows: all
          .slice(-ROWS_MAX)
          .reverse()
          .map((entry) => rowOf(entry, nowMs)),
        minutes: minutes.read(nowMs),
      };
    },
    scored: () => {
      const nowMs = context.clock.nowMs();
      return [...context.entries.values()].flatMap((entry) => {
        if (entry.ending?.sampleValid !== true) return [];
        const { tags, difficulty } = entry.task;
        return [{ ...rowOf(entry, nowMs), tags, difficulty, components: componentsOf(entry) }];
      });
    },
    follow: (episodeId) => {
      const entry = context.entries.get(episodeId);
      return entry && followed(entry, context.clock.nowMs());
    },
  };
};

/** Maximum number of episodes in one answer. */
const ROWS_MAX = 500;

/** Counts episodes by state. */
export const countStates = (entries: Iterable<Pick<EpisodeEntry, "state">>): LiveOverview["episodes"] => {
  const counts = { queued: 0, running: 0, ended: 0 };
  for (const { state } of entries) counts[STATES[state]] += 1;
  return counts;
};

const STATES = { QUEUED: "queued", RUNNING: "running", ENDED: "ended" } as const;

const rowOf = (entry: EpisodeEntry, nowMs: number): LiveRow => ({
  id: entry.id,
  state: entry.state === "QUEUED" && entry.permit !== undefined ? "STARTING" : entry.state,
  task: entry.command.taskUri,
  split: entry.task.split,
  seed: entry.command.seed,
  client: entry.client,
  labels: entry.labels,
  ...(entry.groupId !== undefined && { groupId: entry.groupId }),
  steps: entry.steps.length,
  ...(entry.returnSoFar !== undefined && entry.ending?.sampleValid !== false && { returnSoFar: entry.returnSoFar }),
  virtualMs: entry.virtualMs,
  ageMs: nowMs - entry.createdAtMs,
  idleMs: nowMs - entry.touchedAtMs,
  ...(entry.ending && { ending: entry.ending }),
});

const componentsOf = ({ score, lastReply }: EpisodeEntry): readonly RewardComponent[] =>
  score?.report.components ?? lastReply?.reward.components ?? [];

const followed = (entry: EpisodeEntry, nowMs: number): FollowedEpisode => {
  const { lastReply, started } = entry;
  return {
    row: rowOf(entry, nowMs),
    instruction: entry.task.instruction,
    steps: entry.steps.map(({ body, reward, virtualMs, stateDigest }) => ({
      actions: (parseJson(body) as Pick<StepOrder, "actions">).actions,
      ...(reward !== undefined && { reward }),
      virtualMs,
      stateDigest,
    })),
    ...(started && { initial: started.observation }),
    ...(lastReply && {
      last: {
        index: lastReply.stepIndex,
        results: lastReply.results,
        observation: lastReply.observation,
        components: lastReply.reward.components,
      },
    }),
  };
};
