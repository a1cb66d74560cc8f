import type { OpenedJournal } from "#pool/journal/journal.ts";
import type { JournalRecord } from "#pool/journal/journal-line.ts";
import type { EndReason, TaskInfo } from "../../host/episode-protocol.ts";
import { type DownTime, readDownTime } from "./down-time.ts";
import { type EpisodeContext, endEpisode, failedEnding, touch } from "./episode-context.ts";
import { type EpisodeEntry, inTurn } from "./episode-entry.ts";
import type { EndRecord, KubeRecord, LeaseRecord, ReleaseRecord, StartedRecord, StepRecord } from "./episode-journal.ts";
import { createHurriedQueue, type HurriedQueue } from "./hurried-queue.ts";
import { inAnyThread } from "./in-any-thread.ts";
import { refinalize, replayEpisode } from "./replay-episode.ts";
import { createEntry, sealedNameOf, startAccepted } from "./reset-episode.ts";
import { retireEpisode } from "./retire-episode.ts";

/** Recovery of the episodes that were alive when the server died. */
export interface Recovery {
  /** Number of episodes that are being replayed; calls for them wait, and those that are called come first. */
  readonly replaying: number;
  /** Number of episodes that cannot be recovered. */
  readonly lost: number;
  /** Resolves when all are replayed or lost. */
  readonly done: Promise<void>;
}

/** Content of a journal that was read. */
export type JournalContent = Pick<OpenedJournal, "records" | "damagedIds">;

/** Recovers the episodes of a journal in the background, each by replaying its actions from its seed. */
export const recoverEpisodes = (context: EpisodeContext, { records, damagedIds }: JournalContent, concurrency: number): Recovery => {
  const queue = createHurriedQueue(concurrency);
  const replays: Promise<void>[] = [];
  const accepted: Accepted[] = [];
  let lost = 0;
  const down = readDownTime(records, context.clock.nowMs());
  if (records.length > 0) void context.journal.resume(down.lastMs).catch((cause) => context.log.error("journal", {}, cause));
  for (const found of runningFirst(foldRecords(records, damagedIds).values())) {
    if (found.released !== undefined) {
      context.tombstones.add(found.id, found.released.ending, found.released.atMs);
      continue;
    }
    if (found.end !== undefined && RELEASING.has(found.end.ending.endReason)) {
      finishRelease(context, found.id, found.end);
      continue;
    }
    const restored = restoreEntry(context, found, down);
    if (restored === undefined) {
      if (!damagedIds.has(found.id)) continue;
      lost += 1;
      context.tombstones.add(found.id, failedEnding("SLOT_LOST", DAMAGED));
      continue;
    }
    if (isUnseen(found) && !damagedIds.has(found.id)) {
      accepted.push({ entry: restored, ttlMs: found.lease?.ttlMs ?? context.rules.ttlDefaultMs });
      continue;
    }
    const reason = damagedIds.has(found.id) ? DAMAGED : lossReason(context, found, restored);
    if (reason === undefined)
      replays.push(inTurn(restored, () => replay(queue, restored, () => comeBack(context, restored, { ...found, down }))));
    else {
      lost += 1;
      lose(context, restored, reason);
    }
  }
  // After those that come back, which get their slots first.
  for (const { entry, ttlMs } of accepted) replays.push(startAccepted(context, entry, ttlMs).catch(() => undefined));
  return { replaying: replays.length, lost, done: Promise.all(replays).then(() => undefined) };
};

const DAMAGED = "a line of the journal is damaged";

const replay = (queue: HurriedQueue, entry: EpisodeEntry, run: () => Promise<void>): Promise<void> => {
  const { done, hurry } = queue.add(run);
  entry.hurry = hurry;
  return done;
};

/** An episode that waits for a slot, or whose start was not over. */
interface Accepted {
  readonly entry: EpisodeEntry;
  readonly ttlMs: number;
}

/** True for an episode of which nobody has seen anything: it can start in any slot and by any build, as if it had been reset now. */
const isUnseen = ({ lease, started, steps, kube, end }: Found): boolean =>
  started === undefined &&
  end === undefined &&
  [steps, kube, lease?.steps ?? [], lease?.kube ?? [], lease?.reseeds ?? []].every(({ length }) => length === 0);

/** Those that run come back, and get their slots, before those that have ended and hold none. */
const runningFirst = (all: Iterable<Found>): readonly Found[] =>
  [...all].sort((a, b) => Number(a.end !== undefined) - Number(b.end !== undefined));

/** End reasons that release the slot as well: the crash came between the two. */
const RELEASING: ReadonlySet<EndReason> = new Set(["CLIENT_CLOSED", "LEASE_EXPIRED", "EVICTED", "SERVER_DRAINED"]);

const finishRelease = (context: EpisodeContext, id: string, { ending }: EndRecord): void => {
  context.tombstones.add(id, ending);
  void context.journal.release(id, ending).catch((cause) => context.log.error("journal", { episode_id: id }, cause));
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

/** Folds records by episode; one of which nothing but a damaged line is left is there too. */
const foldRecords = (records: readonly JournalRecord[], damagedIds: ReadonlySet<string>): ReadonlyMap<string, Found> => {
  const found = new Map<string, Found>([...damagedIds].map((id) => [id, unknown(id)]));
  for (const record of records) {
    const known = found.get(record.id) ?? unknown(record.id);
    const next = FOLDS[record.t]?.(known, record);
    if (next === undefined) found.delete(record.id);
    else found.set(record.id, next);
  }
  return found;
};

const unknown = (id: string): Found => ({
  id,
  lease: undefined,
  started: undefined,
  steps: [],
  kube: [],
  end: undefined,
  released: undefined,
});

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

const restoreEntry = (context: EpisodeContext, found: Found, down: DownTime): EpisodeEntry | undefined => {
  const { lease, steps, kube } = found;
  if (lease === undefined) return undefined; // its line was damaged before the reply was sent, or is gone with the disk
  const { id, command, bodyText, client, ttlMs, groupId, labels, closeTokenDigest, backend, createdAtMs, reseeds, queue } = lease;
  const entry: EpisodeEntry = {
    ...createEntry(context, {
      id,
      task: context.catalogue.find(command.taskUri) ?? unknownTask(command.taskUri),
      command,
      bodyText,
      client,
    }),
    labels,
    backend,
    createdAtMs,
    reseeds,
    ...(queue === undefined ? {} : { deferred: true, queue }),
    state: isUnseen(found) ? "QUEUED" : "RUNNING",
    steps: [...lease.steps, ...steps.slice(lease.steps.length).map((record) => record?.step)],
    kube: [...(lease.kube ?? []), ...kube.slice(lease.kube?.length ?? 0).map((record) => record?.kube)],
    ...(groupId === undefined ? {} : { groupId }),
    ...(closeTokenDigest === undefined ? {} : { closeTokenDigest }),
  };
  context.entries.set(id, entry);
  const nowMs = context.clock.nowMs();
  context.leases.open(id, ttlMs, nowMs, Math.max(0, nowMs - createdAtMs - down.since(createdAtMs)));
  if (groupId !== undefined) joinQuietly(context, entry, groupId);
  return entry;
};

const joinQuietly = (context: EpisodeContext, entry: EpisodeEntry, groupId: string): void => {
  try {
    const { taskUri, seed } = entry.command;
    context.groups.join({ id: entry.id, groupId, taskUri, name: sealedNameOf(entry) ?? taskUri, seed });
  } catch (cause) {
    context.log.warn("group differs after restart", { episode_id: entry.id, group_id: groupId }, cause);
  }
};

const lossReason = (context: EpisodeContext, { lease, end }: Found, entry: EpisodeEntry): string | undefined => {
  if (end?.ending.endReason === "SLOT_LOST" || end?.ending.endReason === "ENV_ERROR")
    return end.ending.failureReason ?? "lost before the restart";
  if (lease?.build !== `${context.facts.buildDigest} ${context.facts.runtime}`) return "the server was restarted with another build";
  if (entry.backend !== "sim") return "the server was restarted";
  if (entry.steps.includes(undefined as never) || entry.kube.includes(undefined as never)) return "a line of the journal is damaged";
  if (end !== undefined) return undefined;
  entry.permit = context.admission.tryAcquire();
  return entry.permit === undefined ? "the server was restarted with fewer slots" : undefined;
};

const comeBack = async (
  context: EpisodeContext,
  entry: EpisodeEntry,
  { started, end, down }: Found & { readonly down: DownTime },
): Promise<void> => {
  try {
    const { command, reseeds, steps, kube } = entry;
    const plan = { episodeId: entry.id, command, reseeds, steps, kube, everyView: false };
    const replayed = await inAnyThread(context.clock, () => replayEpisode(context.worlds, plan, started?.stateDigest));
    if (replayed.divergedAt !== undefined) throw new Error(`the replay differs after ${replayed.divergedAt} steps`);
    entry.startedAtMs = started === undefined ? context.clock.nowMs() : started.atMs + down.since(started.atMs);
    adopt(context, entry, replayed.started, replayed.outcomes);
    if (end?.finalized && entry.ending === undefined) await gradeAgain(context, entry, end);
    await retireEpisode(context, entry);
  } catch (cause) {
    context.log.error("replay failed", { episode_id: entry.id }, cause);
    lose(context, entry, "its replay after the restart differs");
  }
};

const adopt = (
  context: EpisodeContext,
  entry: EpisodeEntry,
  started: EpisodeEntry["started"],
  outcomes: Awaited<ReturnType<typeof replayEpisode>>["outcomes"],
): void => {
  const last = outcomes.at(-1);
  entry.started = started;
  if (last === undefined) return;
  for (const outcome of outcomes) for (const listener of context.stepListeners) listener(entry.id, outcome);
  entry.returnSoFar = last.reward.returnSoFar;
  entry.virtualMs = last.observation.virtualMs;
  const timing = { queueMs: 0, execMs: 0, totalMs: 0 };
  entry.lastReply = { ...last, episodeId: entry.id, leaseExpiresAtMs: touch(context, entry), replayed: true, timing };
  if (last.ending !== undefined) void endEpisode(context, entry, last.ending);
};

const gradeAgain = async (context: EpisodeContext, entry: EpisodeEntry, { ending }: EndRecord): Promise<void> => {
  const graded = await refinalize(context.host, entry.id, ending.endReason);
  entry.returnSoFar = graded.report.returnSoFar;
  await endEpisode(context, entry, graded.ending ?? ending);
};

const lose = (context: EpisodeContext, entry: EpisodeEntry, reason: string): void => {
  void endEpisode(context, entry, failedEnding("SLOT_LOST", reason));
  void retireEpisode(context, entry);
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
