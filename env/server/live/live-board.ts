import { parseJson } from "#core/parse-json.ts";
import type { Ending, Observation, RewardComponent } from "../../host/episode-protocol.ts";
import { type ToldRequest, tellRequests } from "../../host/kube-streams/tell-requests.ts";
import type { EpisodeContext } from "../episodes/episode-context.ts";
import type { EpisodeEntry } from "../episodes/episode-entry.ts";
import type { StepOrder } from "../episodes/episode-orders.ts";
import { createMinuteBook, type Minute } from "./minute-book.ts";
import { createReplyShelf, type KeptReply } from "./reply-shelf.ts";

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

/** Course of an episode: its calls, and what was said. */
export interface FollowedEpisode {
  readonly row: LiveRow;
  readonly instruction: string;
  /** First observation; missing: it has not started. */
  readonly initial?: Observation;
  readonly steps: readonly FollowedStep[];
  /** The last requests to the cluster and its telemetry, which are no steps, `REQUESTS_MAX` at most. */
  readonly requests: readonly FollowedRequest[];
}

/** A request with the number of steps before; whether and how it was answered is not known here. */
export interface FollowedRequest extends ToldRequest {
  readonly stepIndex: number;
  readonly virtualMs: number;
}

export interface FollowedStep {
  /** Missing: it is too long ago, or from before the copy of another episode. */
  readonly reply?: KeptReply;
  readonly actions: StepOrder["actions"];
  readonly reward?: number;
  readonly virtualMs: number;
  readonly stateDigest: string;
}

/** Reads the board from the server's episodes, and is told of their steps and ends from now on: also of the steps that a recovery makes again, if it comes first. */
export const createLiveBoard = (context: EpisodeContext): LiveBoard => {
  const minutes = createMinuteBook();
  const shelf = createReplyShelf(REPLIES_MAX);
  context.stepListeners.add(shelf.add);
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
      return entry && followed(entry, shelf.of(episodeId), context.clock.nowMs());
    },
  };
};

/** Maximum number of episodes in one answer. */
const ROWS_MAX = 500;

/** Characters of replies that are kept, for all episodes together. */
const REPLIES_MAX = 32 * 1024 * 1024;

/** Maximum number of requests of an episode in one answer. */
const REQUESTS_MAX = 500;

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

const followed = (entry: EpisodeEntry, replies: ReadonlyMap<number, KeptReply>, nowMs: number): FollowedEpisode => {
  const { started } = entry;
  return {
    row: rowOf(entry, nowMs),
    instruction: entry.task.instruction,
    requests: entry.kube
      .slice(-REQUESTS_MAX)
      .flatMap(({ at, virtualMs, frames }) => tellRequests(frames, []).map((request) => ({ ...request, stepIndex: at, virtualMs }))),
    steps: entry.steps.map(({ body, reward, virtualMs, stateDigest }, index) => ({
      actions: (parseJson(body) as Pick<StepOrder, "actions">).actions,
      ...(reward !== undefined && { reward }),
      virtualMs,
      stateDigest,
      ...(replies.has(index) && { reply: replies.get(index) as KeptReply }),
    })),
    ...(started && { initial: started.observation }),
  };
};
