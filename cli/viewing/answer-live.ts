import type { FollowedEpisode, LiveBoard, ScoredEpisode } from "#env/server/live/live-board.ts";
import type { AnswerPage } from "#env/server/pages/page-server.ts";
import type { EpisodeRow, Index, LiveCourse, LiveServer } from "#viewer/protocol.ts";
import { recordComponent } from "../trajectories/record-components.ts";
import { recordAction, recordObservation, recordResult } from "../trajectories/record-turn.ts";
import { contributions, factsOfTask } from "./row-of-line.ts";

/** Answers the pages' questions about the episodes of a running server. */
export const answerLive =
  (board: LiveBoard): AnswerPage =>
  async ([what = "", id = ""]) => {
    if (what === "index") return { body: indexOf(board.scored()) };
    if (what !== "live") return undefined;
    if (id === "") return { body: board.overview() satisfies LiveServer };
    const found = board.follow(id);
    return found && { body: courseOf(found) };
  };

const indexOf = (episodes: readonly ScoredEpisode[]): Index => ({
  runs: [{ index: 0, name: "this server", kind: "server", made: "episodes that have ended and are not closed", damaged: [] }],
  episodes: episodes.map(rowOf),
  replays: false,
  isLive: true,
});

const rowOf = (episode: ScoredEpisode, i: number): EpisodeRow => ({
  key: `0-${i + 1}`,
  run: 0,
  ...(episode.groupId !== undefined && { group: episode.groupId }),
  ...factsOfTask(episode.task, episode.tags),
  difficulty: episode.difficulty,
  split: episode.split,
  seed: episode.seed,
  policy: episode.labels["policy"] ?? episode.client,
  ...(episode.returnSoFar !== undefined && { return: episode.returnSoFar }),
  ...(episode.ending?.success !== undefined && { success: episode.ending.success }),
  end: episode.ending?.endReason ?? "none",
  steps: episode.steps,
  minutes: episode.virtualMs / 60_000,
  parts: contributions(Object.fromEntries(episode.components.map((component) => [component.name, component]))),
});

const NOTHING_SEEN = { views: [] };

const courseOf = ({ row, instruction, initial, steps, requests }: FollowedEpisode): LiveCourse => ({
  row,
  instruction,
  initial: {
    observation: initial === undefined ? NOTHING_SEEN : recordObservation(initial),
    state_digest: "",
    virtual_time_ms: initial?.virtualMs ?? 0,
  },
  requests: requests.map(({ stepIndex, virtualMs, ...request }) => ({ step_index: stepIndex, virtual_time_ms: virtualMs, ...request })),
  steps: steps.map(({ actions, reward, virtualMs, stateDigest, reply }, index) => ({
    index,
    actions: actions.map(recordAction),
    ...(reply !== undefined
      ? {
          results: reply.results.map(recordResult),
          observation: recordObservation(reply.observation),
          components: reply.components.map((part) => ({ name: part.name, ...recordComponent(part) })),
        }
      : { results: [], observation: NOTHING_SEEN, components: [] }),
    ...(reward !== undefined && { reward }),
    state_digest: stateDigest,
    virtual_time_ms: virtualMs,
  })),
});
