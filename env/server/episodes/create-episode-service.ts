import { DrillError } from "#core/drill-error.ts";
import type { ExpectedPlay, ViewRequest } from "../../host/episode-protocol.ts";
import type { EpisodeKubeOutcome, KubeCommand } from "../../host/kube-protocol.ts";
import { awaitBatch, type BatchBounds, type BatchResult } from "./batch.ts";
import { type Briefing, briefAgent } from "./brief-agent.ts";
import { closeEpisode } from "./close-episode.ts";
import { drainEpisodes, suspendEpisodes } from "./drain-episodes.ts";
import { type EpisodeContext, endEpisode, failedEnding, reportBug } from "./episode-context.ts";
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
  RewardOrder,
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
import { retireEpisode } from "./retire-episode.ts";
import { serveKube } from "./serve-kube.ts";
import { stepOnce } from "./step-once.ts";
import { validateEpisode } from "./validate-episode.ts";

/** Calls of the servers about episodes, with idempotent repeats, leases and admission. Every failure is a DrillError. */
export interface EpisodeService {
  reset(order: ResetOrder, caller: Caller): Promise<ResetReply>;
  step(order: StepOrder): Promise<StepReply>;
  observe(order: { readonly episodeId: string; readonly views?: readonly ViewRequest[] }): Promise<ObserveReply>;
  reward(order: RewardOrder): Promise<RewardReply>;
  heartbeat(episodeIds: readonly string[], leaseTtlMs?: number): readonly LeaseReply[];
  close(order: CloseOrder): Promise<CloseReply>;
  fork(order: ForkOrder, caller: Caller): Promise<readonly (ForkChildReply | DrillError)[]>;
  validate(order: ValidateOrder): Promise<ValidateReply>;
  resetBatch(orders: readonly ResetOrder[], caller: Caller, bounds: BatchBounds): Promise<readonly BatchResult<ResetReply>[]>;
  stepBatch(orders: readonly StepOrder[], bounds: BatchBounds): Promise<readonly BatchResult<StepReply>[]>;
  /** Split of an episode's task; undefined: no such episode is open. */
  splitOf(episodeId: string): string | undefined;
  /** Announces episodes, whose starts are then prepared while nobody calls. */
  expect(plays: readonly ExpectedPlay[]): void;
  /** Returns what the agent of a running episode is told. */
  brief(episodeId: string): Promise<Briefing>;
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
  /** Leaves the episodes to the next server with this journal, once calls in flight are answered. @returns their number */
  suspend(deadlineMs: number): Promise<number>;
  /** Rejects new episodes; waits until the running ones are over, at most until the deadline, and then ends them. */
  drain(deadlineMs: number): Promise<void>;
  isDraining(): boolean;
  /** True: a model judges diagnoses for who asks. */
  readonly hasJudge: boolean;
}

/** Creates the service; every failure that leaves it is a DrillError, and the cause of a bug is in the log. */
export const createEpisodeService = (context: EpisodeContext): EpisodeService => {
  const toError = (cause: unknown): DrillError => reportBug(context, cause);
  const guard = async <T>(run: () => T | Promise<T>): Promise<T> => {
    try {
      refuseSuspended(context);
      return await run();
    } catch (cause) {
      throw toError(cause);
    }
  };
  const reset = (order: ResetOrder, caller: Caller) => context.meter.reset(order, () => guard(() => resetEpisode(context, order, caller)));
  const step = (order: StepOrder) => context.meter.step(order, () => guard(() => stepOnce(context, order)));
  return {
    reset,
    step,
    observe: (order) => guard(() => observeEpisode(context, order)),
    reward: (order) => guard(() => rewardEpisode(context, order)),
    heartbeat: (ids, leaseTtlMs) => heartbeatEpisodes(context, ids, leaseTtlMs),
    close: (order) => guard(() => closeEpisode(context, order)),
    fork: (order, { client }) => guard(() => forkEpisode(context, order, client)),
    validate: (order) => guard(() => validateEpisode(context, order)),
    splitOf: (episodeId) => context.entries.get(episodeId)?.task.split,
    // A hint: whatever comes of it, episodes are the same.
    expect: (plays) => void context.host.expect?.(plays).catch(() => undefined),
    brief: (episodeId) => guard(() => briefAgent(context, episodeId)),
    kube: (command) => guard(() => serveKube(context, command)),
    live: (episodeId) => liveEpisode(context, episodeId),
    resetBatch: (orders, caller, bounds) =>
      awaitBatch(
        orders.map((order) => reset(order, caller)),
        toError,
        bounds,
        context.clock,
      ),
    stepBatch: (orders, bounds) => awaitBatch(orders.map(step), toError, bounds, context.clock),
    closeAbandoned: async (episodeId, sinceMs) => {
      const entry = context.entries.get(episodeId);
      if (entry !== undefined && entry.touchedAtMs <= sinceMs)
        await closeEpisode(context, { episodeId, reason: "the session ended" }, true);
    },
    lose: (ids, reason) => {
      for (const id of ids) loseEpisode(context, id, reason);
    },
    listen: (listener) => {
      context.listeners.add(listener);
      return () => context.listeners.delete(listener);
    },
    suspend: (deadlineMs) => suspendEpisodes(context, deadlineMs),
    drain: (deadlineMs) => drainEpisodes(context, deadlineMs),
    isDraining: () => context.drainDeadlineMs !== undefined,
    hasJudge: context.judge !== undefined,
  };
};

const refuseSuspended = ({ isSuspended }: EpisodeContext): void => {
  if (isSuspended) throw new DrillError("DRAINING", "the server has suspended its episodes", { retryAfterMs: 1_000 });
};

const loseEpisode = (context: EpisodeContext, id: string, reason: string): void => {
  const entry = context.entries.get(id);
  if (entry === undefined || entry.state === "QUEUED") return; // a start under way fails by itself, its id unspent
  void endEpisode(context, entry, failedEnding("SLOT_LOST", reason));
  void retireEpisode(context, entry);
};
