import pLimit from "p-limit";
import type { JournalRecord } from "#pool/journal/journal-line.ts";
import type { EndReason, TaskInfo } from "../../host/episode-protocol.ts";
import { type EpisodeDesk, endEpisode, failedEnding, touch } from "./episode-desk.ts";
import { type EpisodeEntry, inTurn } from "./episode-entry.ts";
import type { EndRecord, KubeRecord, LeaseRecord, ReleaseRecord, StartedRecord, StepRecord } from "./episode-journal.ts";
import { refinalize, replayEpisode } from "./replay-episode.ts";
import { createEntry } from "./reset-episode.ts";

/** Recovery of the episodes that were alive when the server died. */
export interface Recovery {
  /** Number of episodes that are being replayed; calls for them wait. */
  readonly replaying: number;
  /** Number of episodes that cannot be recovered. */
  readonly lost: number;
  /** Resolves when all are replayed or lost. */
  readonly done: Promise<void>;
}

/** Recovers the episodes of a journal in the background, each by replaying its actions from its seed. */
export const recoverEpisodes = (desk: EpisodeDesk, records: readonly JournalRecord[], concurrency: number): Recovery => {
  const limit = pLimit(concurrency);
  const replays: Promise<void>[] = [];
  let lost = 0;
  for (const found of foldRecords(records).values()) {
    if (found.released !== undefined) {
      desk.tombstones.add(found.id, found.released.ending, found.released.atMs);
      continue;
    }
    if (found.end !== undefined && RELEASING.has(found.end.ending.endReason)) {
      finishRelease(desk, found.id, found.end);
      continue;
    }
    const restored = restoreEntry(desk, found);
    if (restored === undefined) continue;
    const reason = whyLost(desk, found, restored);
    if (reason === undefined) replays.push(inTurn(restored, () => limit(() => comeBack(desk, restored, found))));
    else {
      lost += 1;
      lose(desk, restored, reason);
    }
  }
  return { replaying: replays.length, lost, done: Promise.all(replays).then(() => undefined) };
};

/** End reasons that release the slot as well: the crash came between the two. */
const RELEASING: ReadonlySet<EndReason> = new Set(["CLIENT_CLOSED", "LEASE_EXPIRED", "EVICTED", "SERVER_DRAINED"]);

const finishRelease = (desk: EpisodeDesk, id: string, { ending }: EndRecord): void => {
  desk.tombstones.add(id, ending);
  void desk.journal.release(id, ending).catch((cause) => desk.log.error("journal", { episode_id: id }, cause));
};

/** State of one episode in the journal. */
interface Found {
  readonly id: string;
  lease: LeaseRecord | undefined;
  started: StartedRecord | undefined;
  steps: StepRecord[];
  kube: KubeRecord[];
  end: EndRecord | undefined;
  released: ReleaseRecord | undefined;
}

const foldRecords = (records: readonly JournalRecord[]): ReadonlyMap<string, Found> => {
  const found = new Map<string, Found>();
  for (const record of records) {
    const known = found.get(record.id) ?? {
      id: record.id,
      lease: undefined,
      started: undefined,
      steps: [],
      kube: [],
      end: undefined,
      released: undefined,
    };
    const next = FOLDS[record.t]?.(known, record);
    if (next === undefined) found.delete(record.id);
    else found.set(record.id, next);
  }
  return found;
};

/** Reducers by kind of record; a repeated record has no effect, since compaction may leave duplicates. */
const FOLDS: Readonly<Record<string, (found: Found, record: JournalRecord) => Found | undefined>> = {
  lease: (found, record) =>
    found.lease !== undefined && found.released === undefined
      ? found
      : { ...found, lease: record as LeaseRecord, started: undefined, steps: [], kube: [], end: undefined, released: undefined },
  started: (found, record) => ({ ...found, started: record as StartedRecord }),
  step: (found, record) => {
    const step = record as StepRecord;
    found.steps[step.i] ??= step;
    return found;
  },
  kube: (found, record) => {
    const kube = record as KubeRecord;
    found.kube[kube.i] ??= kube;
    return found;
  },
  end: (found, record) => ({ ...found, end: record as EndRecord }),
  release: (found, record) => ({ ...found, released: record as ReleaseRecord }),
  void: () => undefined,
};

const restoreEntry = (desk: EpisodeDesk, { lease, steps, kube }: Found): EpisodeEntry | undefined => {
  if (lease === undefined) return undefined; // its line was damaged before the reply was sent, or is gone with the disk
  const { id, command, bodyText, client, ttlMs, groupId, labels, closeTokenDigest, backend, createdAtMs, reseeds } = lease;
  const entry: EpisodeEntry = {
    ...createEntry(desk, { id, task: desk.catalogue.find(command.taskUri) ?? unknownTask(command.taskUri), command, bodyText, client }),
    labels,
    backend,
    createdAtMs,
    reseeds,
    state: "RUNNING",
    steps: [...lease.steps, ...steps.slice(lease.steps.length).map((record) => record?.step)],
    kube: [...(lease.kube ?? []), ...kube.slice(lease.kube?.length ?? 0).map((record) => record?.kube)],
    ...(groupId === undefined ? {} : { groupId }),
    ...(closeTokenDigest === undefined ? {} : { closeTokenDigest }),
  };
  desk.entries.set(id, entry);
  desk.leases.open(id, ttlMs, desk.clock.nowMs());
  if (groupId !== undefined) joinQuietly(desk, entry, groupId);
  return entry;
};

const joinQuietly = (desk: EpisodeDesk, entry: EpisodeEntry, groupId: string): void => {
  try {
    desk.groups.join({ id: entry.id, groupId, taskUri: entry.command.taskUri, seed: entry.command.seed });
  } catch (cause) {
    desk.log.warn("group differs after restart", { episode_id: entry.id, group_id: groupId }, cause);
  }
};

const whyLost = (desk: EpisodeDesk, { lease, end }: Found, entry: EpisodeEntry): string | undefined => {
  if (end?.ending.endReason === "SLOT_LOST" || end?.ending.endReason === "ENV_ERROR")
    return end.ending.failureReason ?? "lost before the restart";
  if (lease?.build !== `${desk.facts.buildDigest} ${desk.facts.runtime}`) return "the server was restarted with another build";
  if (entry.backend !== "sim") return "the server was restarted";
  if (entry.steps.includes(undefined as never) || entry.kube.includes(undefined as never)) return "a line of the journal is damaged";
  entry.permit = desk.admission.tryAcquire();
  return entry.permit === undefined ? "the server was restarted with fewer slots" : undefined;
};

const comeBack = async (desk: EpisodeDesk, entry: EpisodeEntry, { started, end }: Found): Promise<void> => {
  try {
    const { command, reseeds, steps, kube } = entry;
    const replayed = await replayEpisode(
      desk.host,
      { episodeId: entry.id, command, reseeds, steps, kube, everyView: false },
      started?.stateDigest,
    );
    if (replayed.divergedAt !== undefined) throw new Error(`the replay differs after ${replayed.divergedAt} steps`);
    adopt(desk, entry, replayed.started, replayed.outcomes);
    if (end?.finalized && entry.ending === undefined) await gradeAgain(desk, entry, end);
  } catch (cause) {
    desk.log.error("replay failed", { episode_id: entry.id }, cause);
    lose(desk, entry, "its replay after the restart differs");
  }
};

const adopt = (
  desk: EpisodeDesk,
  entry: EpisodeEntry,
  started: EpisodeEntry["started"],
  outcomes: Awaited<ReturnType<typeof replayEpisode>>["outcomes"],
): void => {
  const last = outcomes.at(-1);
  entry.started = started;
  entry.startedAtMs = desk.clock.nowMs();
  if (last === undefined) return;
  entry.returnSoFar = last.reward.returnSoFar;
  entry.virtualMs = last.observation.virtualMs;
  const timing = { queueMs: 0, execMs: 0, totalMs: 0 };
  entry.lastReply = { ...last, episodeId: entry.id, leaseExpiresAtMs: touch(desk, entry), replayed: true, timing };
  if (last.ending !== undefined) void endEpisode(desk, entry, last.ending);
};

const gradeAgain = async (desk: EpisodeDesk, entry: EpisodeEntry, { ending }: EndRecord): Promise<void> => {
  const graded = await refinalize(desk.host, entry.id, ending.endReason);
  entry.returnSoFar = graded.report.returnSoFar;
  await endEpisode(desk, entry, graded.ending ?? ending);
};

const lose = (desk: EpisodeDesk, entry: EpisodeEntry, reason: string): void => {
  entry.permit?.release();
  void endEpisode(desk, entry, failedEnding("SLOT_LOST", reason));
};

/** Placeholder for a task that this build does not know and cannot play. */
const unknownTask = (uri: string): TaskInfo => ({
  uri,
  publicId: "",
  title: "",
  split: "train",
  tags: [],
  difficulty: 1,
  backends: [],
  instruction: "",
  digest: "",
  limits: {
    maxSteps: 0,
    maxVirtualMs: 0,
    maxWallMs: null,
    stepTimeoutMs: 0,
    maxStepTimeouts: 0,
    maxInvalidActions: 0,
    maxObservationBytes: 0,
    stepLatencyMs: 0,
  },
});
