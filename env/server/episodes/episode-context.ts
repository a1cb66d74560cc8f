import { randomBytes } from "node:crypto";
import { DrillError } from "#core/drill-error.ts";
import type { AdmissionQueue } from "#pool/admission/admission-queue.ts";
import type { LeaseBook, LeaseRules } from "#pool/leases/lease-book.ts";
import type { Catalogue } from "../../catalogue/catalogue-protocol.ts";
import type { Ending, EpisodeHost, StepOutcome } from "../../host/episode-protocol.ts";
import type { ServerLog } from "../../observability/server-log.ts";
import type { VacancyOf } from "./choose-vacant.ts";
import type { EpisodeEntry } from "./episode-entry.ts";
import type { EpisodeJournal } from "./episode-journal.ts";
import type { EpisodeMeter } from "./episode-meter.ts";
import type { EpisodeEvent, EpisodeInfo } from "./episode-orders.ts";
import type { GroupBook } from "./group-book.ts";
import type { DiagnosisJudge } from "./judge-episode.ts";
import type { ServerFacts } from "./server-facts.ts";
import type { Tombstones } from "./tombstones.ts";
import type { WallClock } from "./wall-clock.ts";

/** State that all calls for episodes share. Servers see only what `createEpisodeService` makes of it. */
export interface EpisodeContext {
  readonly host: EpisodeHost;
  /** The same without its way back from a lost thread: for replays, which are that way. */
  readonly worlds: EpisodeHost;
  readonly catalogue: Catalogue;
  readonly facts: ServerFacts;
  /** Tells how soon a slot can be had; undefined: at once. */
  readonly vacancyOf: VacancyOf | undefined;
  readonly rules: LeaseRules;
  readonly admission: AdmissionQueue;
  readonly leases: LeaseBook;
  readonly journal: EpisodeJournal;
  readonly clock: WallClock;
  readonly meter: EpisodeMeter;
  /** Undefined: diagnoses are judged by rules alone. */
  readonly judge: DiagnosisJudge | undefined;
  readonly log: ServerLog;
  readonly entries: Map<string, EpisodeEntry>;
  readonly tombstones: Tombstones;
  readonly groups: GroupBook;
  /** Ids of the episodes that have ended and are not closed, in the order of their ends. */
  readonly retired: Set<string>;
  /** Closed episodes whose end is not in the journal, since it could not be written. */
  readonly unreleased: Set<string>;
  /** Listeners to all events. */
  readonly listeners: Set<(event: EpisodeEvent) => void>;
  /** Told of each step that was made, also of those that are made again after a restart. */
  readonly stepListeners: Set<(episodeId: string, outcome: StepOutcome) => void>;
  /** False while the journal cannot be written, such as on a full disk. */
  isJournalWritable: boolean;
  /** Told when that changes. */
  readonly journalListeners: Set<(isWritable: boolean) => void>;
  /** Time of the last sign of life in the journal, wall ms. */
  aliveAtMs: number;
  /** True: episodes rest in the journal until the next server takes them up, so no call is taken. */
  isSuspended: boolean;
  /** Time at which the server stops, wall ms; undefined: it serves. */
  drainDeadlineMs: number | undefined;
}

/**
 * Finds the live episode of an id, and renews its lease.
 *
 * @throws DrillError EPISODE_UNKNOWN; EPISODE_ENDED or SLOT_LOST if it is closed
 */
export const findEpisode = (context: EpisodeContext, episodeId: string): EpisodeEntry => {
  const entry = context.entries.get(episodeId);
  if (entry !== undefined) {
    touch(context, entry);
    return entry;
  }
  const tombstone = context.tombstones.get(episodeId);
  if (tombstone !== undefined) throw overError(episodeId, tombstone.ending);
  throw new DrillError("EPISODE_UNKNOWN", `no episode ${episodeId} is known here`, { metadata: { episode_id: episodeId } });
};

/** Renews the lease of an episode that has not ended. @returns the time at which it ends, wall ms */
export const touch = (context: EpisodeContext, entry: EpisodeEntry): number => {
  entry.touchedAtMs = context.clock.nowMs();
  if (entry.ending !== undefined) return context.leases.get(entry.id)?.expiresAtMs ?? entry.touchedAtMs;
  return context.leases.renew(entry.id, entry.touchedAtMs)?.expiresAtMs ?? entry.touchedAtMs;
};

/** Error of a call for an episode that is over. */
export const overError = (episodeId: string, ending: Ending | undefined): DrillError => {
  const metadata = {
    episode_id: episodeId,
    end_reason: ending?.endReason ?? "CLIENT_CLOSED",
    sample_valid: `${ending?.sampleValid ?? false}`,
  };
  if (ending?.endReason === "SLOT_LOST") return new DrillError("SLOT_LOST", `episode ${episodeId} was lost`, { metadata });
  return new DrillError("EPISODE_ENDED", `episode ${episodeId} is over (${metadata.end_reason})`, { metadata });
};

/** Ends an episode, once: notifies the log and all listeners; resolves when the journal has it. */
export const endEpisode = async (context: EpisodeContext, entry: EpisodeEntry, ending: Ending): Promise<void> => {
  if (entry.ending !== undefined) return;
  entry.ending = ending;
  entry.state = "ENDED";
  const finalized = entry.lastReply?.ending === undefined;
  const written = context.journal.end(entry, finalized).catch((cause) => context.log.error("journal", { episode_id: entry.id }, cause));
  emit(context, { kind: "EPISODE_ENDED", episodeId: entry.id });
  context.log.episode({
    episode_id: entry.id,
    task: entry.task.publicId,
    task_uri: entry.command.taskUri,
    seed: entry.command.seed,
    ...(entry.returnSoFar === undefined || !ending.sampleValid ? {} : { return: entry.returnSoFar }),
    steps: entry.steps.length,
    end_reason: ending.endReason,
    sample_valid: ending.sampleValid,
    ...(ending.success === undefined ? {} : { success: ending.success }),
    wall_ms: entry.startedAtMs === 0 ? 0 : context.clock.nowMs() - entry.startedAtMs,
    virtual_ms: entry.virtualMs,
    ...(entry.groupId === undefined ? {} : { group_id: entry.groupId }),
  });
  await written;
};

/** Removes a live episode: its slot and lease are freed, and its id is marked as used. */
export const removeEpisode = (context: EpisodeContext, entry: EpisodeEntry): void => {
  context.entries.delete(entry.id);
  context.retired.delete(entry.id);
  context.leases.close(entry.id);
  context.groups.leave(entry);
  entry.permit?.release();
  context.tombstones.add(entry.id, entry.ending);
};

/** Notifies all listeners. */
export const emit = (context: EpisodeContext, event: EpisodeEvent): void => {
  for (const listener of context.listeners) listener(event);
};

/** Identity of an episode, for callers. */
export const infoOf = (context: EpisodeContext, entry: EpisodeEntry): EpisodeInfo => ({
  episodeId: entry.id,
  state: entry.state,
  taskPublicId: entry.task.publicId,
  ...(entry.groupId === undefined ? {} : { groupId: entry.groupId }),
  backend: entry.backend,
  ...(entry.started === undefined ? {} : { slotId: entry.started.slotId }),
  buildDigest: context.facts.buildDigest,
  nextStepIndex: entry.steps.length,
  createdAtMs: entry.createdAtMs,
});

/** Ending caused by a failure of ours: no score, the sample is invalid. */
export const failedEnding = (endReason: "ENV_ERROR" | "SLOT_LOST", failureReason: string): Ending => ({
  terminated: false,
  truncated: true,
  endReason,
  sampleValid: false,
  blame: "INFRASTRUCTURE",
  failureReason,
});

/** Draws a seed, for callers who gave none. */
export const drawSeed = (): string => randomBytes(8).readBigUInt64BE().toString();

/** Gives an unexpected failure an incident id and logs its cause, once; expected failures are returned unchanged. */
export const reportBug = (context: EpisodeContext, cause: unknown, fields: Readonly<Record<string, string>> = {}): DrillError => {
  const error = DrillError.from(cause, { boundary: "the server", fallback: "BUG" });
  if (error.code !== "BUG" || error.metadata["incident_id"] !== undefined) return error;
  const incident = randomBytes(6).toString("hex");
  context.log.error("bug", { incident_id: incident, ...fields }, error.cause ?? error);
  return new DrillError("BUG", error.what, { metadata: { incident_id: incident }, cause });
};
