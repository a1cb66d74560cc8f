import { DrillError } from "#core/drill-error.ts";
import type { RewardCommand, ViewRequest } from "../../host/episode-protocol.ts";
import type { EpisodeKubeOutcome, KubeCommand } from "../../host/kube-protocol.ts";
import { awaitBatch, type BatchResult, type BatchWish } from "./batch.ts";
import { closeEpisode, evictEpisode } from "./close-episode.ts";
import { buryEpisode, type EpisodeDesk, emit, endEpisode, failedEnding, reportBug } from "./episode-desk.ts";
import type {
  Caller,
  CloseOrder,
  CloseReply,
  EpisodeEvent,
  ForkChildReply,
  ForkOrder,
  LeaseReply,
  ObserveReply,
  ResetOrder,
  ResetReply,
  RewardReply,
  StepOrder,
  StepReply,
  ValidateOrder,
  ValidateReply,
} from "./episode-orders.ts";
import { forkEpisode } from "./fork-episode.ts";
import { liveEpisode, type OpenLive } from "./live-episode.ts";
import { heartbeatEpisodes, observeEpisode, rewardEpisode } from "./read-episode.ts";
import { resetEpisode } from "./reset-episode.ts";
import { serveKube } from "./serve-kube.ts";
import { stepEpisode } from "./step-episode.ts";
import { validateEpisode } from "./validate-episode.ts";

/** Calls of the servers about episodes, with idempotent repeats, leases and admission. Every failure is a DrillError. */
export interface EpisodeService {
  reset(order: ResetOrder, caller: Caller): Promise<ResetReply>;
  step(order: StepOrder): Promise<StepReply>;
  observe(order: { readonly episodeId: string; readonly views?: readonly ViewRequest[] }): Promise<ObserveReply>;
  reward(order: RewardCommand): Promise<RewardReply>;
  heartbeat(episodeIds: readonly string[], leaseTtlMs?: number): readonly LeaseReply[];
  close(order: CloseOrder): Promise<CloseReply>;
  fork(order: ForkOrder, caller: Caller): Promise<readonly (ForkChildReply | DrillError)[]>;
  validate(order: ValidateOrder): Promise<ValidateReply>;
  resetBatch(orders: readonly ResetOrder[], caller: Caller, wish: BatchWish): Promise<readonly BatchResult<ResetReply>[]>;
  stepBatch(orders: readonly StepOrder[], wish: BatchWish): Promise<readonly BatchResult<StepReply>[]>;
  /** Passes a message of the HTTP endpoint to an episode. */
  kube(command: KubeCommand): Promise<EpisodeKubeOutcome>;
  /** Finds an episode in a real cluster for a request to its Kubernetes API; undefined where worlds are simulated. */
  live(episodeId: string): OpenLive | undefined;
  /** Closes an episode unless there was a call for it after `untouchedSinceMs`. */
  closeAbandoned(episodeId: string, untouchedSinceMs: number): Promise<void>;
  /** Ends the episodes of a lost world. */
  lose(episodeIds: readonly string[], reason: string): void;
  /** Registers a listener to all events. @returns a function that removes it */
  listen(listener: (event: EpisodeEvent) => void): () => void;
  /** Rejects new episodes; waits until the running ones are over, at most until the deadline, and then ends them. */
  drain(deadlineMs: number): Promise<void>;
  isDraining(): boolean;
}

/** Creates the service; every failure that leaves it is a DrillError, and the cause of a bug is in the log. */
export const createEpisodeService = (desk: EpisodeDesk): EpisodeService => {
  const toError = (cause: unknown): DrillError => reportBug(desk, cause);
  const guard = async <T>(run: () => T | Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (cause) {
      throw toError(cause);
    }
  };
  return {
    reset: (order, caller) => guard(() => resetEpisode(desk, order, caller)),
    step: (order) => guard(() => stepEpisode(desk, order)),
    observe: (order) => guard(() => observeEpisode(desk, order)),
    reward: (order) => guard(() => rewardEpisode(desk, order)),
    heartbeat: (ids, leaseTtlMs) => heartbeatEpisodes(desk, ids, leaseTtlMs),
    close: (order) => guard(() => closeEpisode(desk, order)),
    fork: (order, { client }) => guard(() => forkEpisode(desk, order, client)),
    validate: (order) => guard(() => validateEpisode(desk, order)),
    kube: (command) => guard(() => serveKube(desk, command)),
    live: (episodeId) => liveEpisode(desk, episodeId),
    resetBatch: (orders, caller, wish) =>
      awaitBatch(
        orders.map(async (order) => resetEpisode(desk, order, caller)),
        toError,
        wish,
        desk.clock,
      ),
    stepBatch: (orders, wish) =>
      awaitBatch(
        orders.map(async (order) => stepEpisode(desk, order)),
        toError,
        wish,
        desk.clock,
      ),
    closeAbandoned: async (episodeId, sinceMs) => {
      const entry = desk.entries.get(episodeId);
      if (entry !== undefined && entry.touchedAtMs <= sinceMs) await closeEpisode(desk, { episodeId, reason: "the session ended" }, true);
    },
    lose: (ids, reason) => {
      for (const id of ids) loseEpisode(desk, id, reason);
    },
    listen: (listener) => {
      desk.listeners.add(listener);
      return () => desk.listeners.delete(listener);
    },
    drain: (deadlineMs) => drainEpisodes(desk, deadlineMs),
    isDraining: () => desk.drainDeadlineMs !== undefined,
  };
};

const loseEpisode = (desk: EpisodeDesk, id: string, reason: string): void => {
  const entry = desk.entries.get(id);
  if (entry === undefined || entry.state === "QUEUED") return; // a start under way fails by itself, its id unspent
  entry.permit?.release();
  void endEpisode(desk, entry, failedEnding("SLOT_LOST", reason));
};

const DRAIN_POLL_MS = 100;

const drainEpisodes = async (desk: EpisodeDesk, deadlineMs: number): Promise<void> => {
  if (desk.drainDeadlineMs !== undefined) return;
  desk.drainDeadlineMs = deadlineMs;
  desk.admission.drain(
    new DrillError("DRAINING", "the server takes no new episodes", { retryAfterMs: Math.max(1_000, deadlineMs - desk.clock.nowMs()) }),
  );
  emit(desk, { kind: "DRAIN", deadlineMs });
  while ([...desk.entries.values()].some(({ state }) => state !== "ENDED") && desk.clock.nowMs() < deadlineMs) {
    await new Promise<void>((resolve) => void desk.clock.after(DRAIN_POLL_MS, resolve));
  }
  await Promise.allSettled(
    [...desk.entries.values()].map((entry) =>
      entry.permit === undefined ? buryEpisode(desk, entry) : evictEpisode(desk, entry, "SERVER_DRAINED"),
    ),
  );
};
