import { DrillError } from "#core/drill-error.ts";
import type { Permit, Ticket } from "#pool/admission/admission-queue.ts";
import type { ResetCommand, ResetOutcome } from "../../host/episode-protocol.ts";
import { checkOrder, checkSizes } from "./check-order.ts";
import { type ChosenTask, chooseTask } from "./choose-task.ts";
import { chooseVacant } from "./choose-vacant.ts";
import { closeEpisode } from "./close-episode.ts";
import { drawSeed, type EpisodeContext, emit, infoOf, overError, reportBug, touch } from "./episode-context.ts";
import { type EpisodeEntry, inTurn, type QueuePlace } from "./episode-entry.ts";
import type { Caller, ResetOrder, ResetReply } from "./episode-orders.ts";
import type { GroupStart } from "./group-book.ts";
import { poolFullError } from "./pool-full-error.ts";

/**
 * Starts an episode, or repeats the reply of an equal call.
 *
 * @throws DrillError EPISODE_ID_CONFLICT, EPISODE_ID_SPENT, DRAINING, or failures of choosing, admission and starting
 */
export const resetEpisode = async (context: EpisodeContext, order: ResetOrder, caller: Caller): Promise<ResetReply> => {
  const bodyText = renderBody(order);
  const known = context.entries.get(order.episodeId);
  if (known !== undefined) checkSplit(known.task.split, order, caller);
  if (known !== undefined) return await repeatReset(context, known, order, bodyText);
  if (context.tombstones.get(order.episodeId) !== undefined) {
    throw new DrillError("EPISODE_ID_SPENT", `episode ${order.episodeId} is over`, { metadata: { episode_id: order.episodeId } });
  }
  if (context.drainDeadlineMs !== undefined) throw drainError(context);
  checkOrder(context.facts, order);
  const entry = openEntry(context, order, bodyText, caller);
  const start = inTurn(entry, () => startEpisode(context, entry, order, caller, () => chooseAgain(context, entry, order, caller)));
  start.catch(() => undefined); // a deferred reset is not waited for; its failure is told by the first step
  if (order.admission.mode === "DEFER") await entry.keptWaiting;
  else await start;
  return renderReply(context, entry, false);
};

/** Error of a call to start an episode while the server stops. */
export const drainError = (context: EpisodeContext): DrillError =>
  new DrillError("DRAINING", "the server takes no new episodes", {
    retryAfterMs: Math.max(1_000, (context.drainDeadlineMs ?? 0) - context.clock.nowMs()),
  });

/** Sealed name by which the task of an episode was asked for; undefined: by none. */
export const sealedNameOf = ({ bodyText }: Pick<EpisodeEntry, "bodyText">): string | undefined =>
  (JSON.parse(bodyText) as { readonly task?: { readonly sealed?: string } }).task?.sealed;

/** Renders a reset to recognise repeats: without admission, lease and transport. */
const renderBody = ({ admission: _, leaseTtlMs: __, ...body }: ResetOrder): string => JSON.stringify(body);

const repeatReset = async (context: EpisodeContext, entry: EpisodeEntry, order: ResetOrder, bodyText: string): Promise<ResetReply> => {
  if (entry.bodyText !== bodyText) {
    throw new DrillError("EPISODE_ID_CONFLICT", `episode ${entry.id} was started by another request`, {
      metadata: { episode_id: entry.id },
    });
  }
  touch(context, entry);
  const mayWait = entry.state !== "QUEUED" || order.admission.mode !== "DEFER";
  if (entry.started === undefined && mayWait) await inTurn(entry, async () => assertStarted(entry)); // it starts, or comes back after a restart
  return renderReply(context, entry, true);
};

/** Returns the start of an episode, or throws the failure of its start. */
export const assertStarted = (entry: EpisodeEntry): ResetOutcome => {
  if (entry.failure !== undefined) throw entry.failure;
  if (entry.started === undefined && entry.ending !== undefined) throw overError(entry.id, entry.ending);
  if (entry.started === undefined) throw new DrillError("EPISODE_UNKNOWN", `episode ${entry.id} never started`);
  return entry.started;
};

const checkSplit = (split: string, { task }: ResetOrder, { splits, knownSplits }: Caller): void => {
  const isNamed = task.kind === "uri" && task.sealed === undefined;
  if ((isNamed ? knownSplits : splits)?.has(split) === false)
    throw new DrillError("SCOPE_MISSING", `a task of split ${split} needs scope ${split}`, { metadata: { scope: split } });
};

const openEntry = (context: EpisodeContext, order: ResetOrder, bodyText: string, caller: Caller): EpisodeEntry => {
  const group = order.groupId === undefined ? undefined : context.groups.get(order.groupId);
  const { task, command } = choose(context, order, caller, group);
  const { taskUri: uri, seed } = command;
  if (order.groupId !== undefined) {
    const name = order.task.kind === "uri" ? (order.task.sealed ?? uri) : (group?.name ?? uri);
    context.groups.join({ id: order.episodeId, groupId: order.groupId, taskUri: uri, name, seed });
  }
  const entry: EpisodeEntry = {
    ...createEntry(context, { id: order.episodeId, task, command, bodyText, client: caller.client }),
    backend: order.backend ?? context.facts.backend,
    labels: order.labels,
    ...(order.admission.mode === "DEFER" && { deferred: true, queue: placeOf(order.admission) }),
    ...(order.groupId === undefined ? {} : { groupId: order.groupId }),
    ...(order.closeTokenDigest === undefined ? {} : { closeTokenDigest: order.closeTokenDigest }),
  };
  context.entries.set(entry.id, entry);
  context.leases.open(entry.id, order.leaseTtlMs ?? context.rules.ttlDefaultMs, context.clock.nowMs());
  return entry;
};

/** Chooses what is played, and checks that the caller may. */
const choose = (
  { catalogue, facts, vacancyOf, entries }: EpisodeContext,
  order: ResetOrder,
  caller: Caller,
  group: GroupStart | undefined,
): Pick<EpisodeEntry, "task" | "command"> => {
  const draw = (): ChosenTask => chooseTask(catalogue, order, group, drawSeed);
  const isOpen = order.seed === undefined && group === undefined;
  const waiting = [...entries.values()]
    .filter((entry) => entry.id !== order.episodeId && isWithoutSlot(entry))
    .map(({ command }) => command);
  const { task, uri, seed } = isOpen && vacancyOf ? chooseVacant(draw, (play) => vacancyOf(play, waiting)) : draw();
  checkSplit(task.split, order, caller);
  const command = renderCommand(order, uri, seed);
  checkSizes(facts, order.play.views, { command, task });
  return { task, command };
};

/** True for an episode that is about to take a slot; those in the queue come later. */
const isWithoutSlot = ({ state, ticket, isAsked }: EpisodeEntry): boolean => state === "QUEUED" && ticket === undefined && !isAsked;

/** Chooses once more for a call whose turn it is now, if nobody knows the first choice: another slot is free than when it came. */
const chooseAgain = (context: EpisodeContext, entry: EpisodeEntry, order: ResetOrder, caller: Caller): void => {
  if (context.vacancyOf === undefined || order.seed !== undefined || order.groupId !== undefined || entry.deferred) return;
  Object.assign(entry, choose(context, order, caller, undefined));
};

const placeOf = ({ priority, queueTimeoutMs }: ResetOrder["admission"]): QueuePlace => ({
  priority,
  ...(queueTimeoutMs === undefined ? {} : { timeoutMs: queueTimeoutMs }),
});

/** Creates the entry of an episode that has not started. */
export const createEntry = (
  context: EpisodeContext,
  known: Pick<EpisodeEntry, "id" | "task" | "command" | "bodyText" | "client">,
): EpisodeEntry => ({
  ...known,
  labels: {},
  backend: context.facts.backend,
  createdAtMs: context.clock.nowMs(),
  reseeds: [],
  state: "QUEUED",
  started: undefined,
  startedAtMs: 0,
  ending: undefined,
  isRetired: false,
  score: undefined,
  failure: undefined,
  deferred: false,
  ticket: undefined,
  permit: undefined,
  keptWaiting: undefined,
  steps: [],
  kube: [],
  kubeMovedToMs: undefined,
  lastReply: undefined,
  unwrittenFrom: undefined,
  returnSoFar: undefined,
  virtualMs: 0,
  pending: 0,
  tail: Promise.resolve(),
  hurry: undefined,
  isAsked: false,
  touchedAtMs: context.clock.nowMs(),
});

const renderCommand = (order: ResetOrder, taskUri: string, seed: string): ResetCommand => ({
  ...order.play,
  episodeId: order.episodeId,
  taskUri,
  seed,
});

/** Starts an episode that an earlier server accepted, and of which nobody has seen anything, once there is a slot for it. */
export const startAccepted = (context: EpisodeContext, entry: EpisodeEntry, leaseTtlMs: number): Promise<void> => {
  const { priority = 0, timeoutMs } = entry.queue ?? {};
  const admission = { mode: "DEFER", priority, ...(timeoutMs === undefined ? {} : { queueTimeoutMs: timeoutMs }) } as const;
  return inTurn(entry, () => startEpisode(context, entry, { admission, leaseTtlMs }, { client: entry.client }));
};

type StartOrder = Pick<ResetOrder, "admission" | "leaseTtlMs" | "replacesEpisodeId" | "closeTokenDigest">;
type Waiter = Pick<Caller, "client" | "signal" | "timeLeftMs">;

/** Waits for a slot and starts in it; a failure leaves the id unused and nothing behind. */
const startEpisode = async (
  context: EpisodeContext,
  entry: EpisodeEntry,
  order: StartOrder,
  caller: Waiter,
  onTurn?: () => void,
): Promise<void> => {
  try {
    if (order.replacesEpisodeId !== undefined)
      await closeEpisode(context, {
        episodeId: order.replacesEpisodeId,
        reason: `replaced by ${entry.id}`,
        // The successor shows the same token.
        ...(order.closeTokenDigest === undefined ? {} : { closeTokenDigest: order.closeTokenDigest }),
      });
    entry.permit = context.admission.tryAcquire();
    if (entry.permit === undefined) {
      entry.permit = await admit(context, entry, order, caller);
      onTurn?.();
    }
    entry.started = await begin(context, entry, order.leaseTtlMs ?? context.rules.ttlDefaultMs);
    entry.startedAtMs = context.clock.nowMs();
    entry.state = "RUNNING";
    touch(context, entry);
    if (order.admission.mode === "DEFER") emit(context, { kind: "EPISODE_READY", episodeId: entry.id });
  } catch (cause) {
    entry.failure = reportBug(context, cause, { episode_id: entry.id });
    abandon(context, entry);
    throw entry.failure;
  }
};

/** Waits for a slot in the queue. */
const admit = async (
  context: EpisodeContext,
  entry: EpisodeEntry,
  order: StartOrder,
  { client, signal, timeLeftMs }: Waiter,
): Promise<Permit> => {
  const { mode, priority, queueTimeoutMs } = order.admission;
  const deferred = mode === "DEFER";
  if (mode === "FAIL_FAST") throw poolFullError(context);
  const ticket = context.admission.acquire({ client, priority });
  entry.ticket = ticket;
  // Nobody would ask for it again. A journal that cannot be written refuses the start itself.
  if (deferred) entry.keptWaiting = context.journal.lease(entry, order.leaseTtlMs ?? context.rules.ttlDefaultMs).catch(() => undefined);
  const giveUp = (): void =>
    ticket.abort(new DrillError("QUEUE_TIMEOUT", `episode ${entry.id} left the queue at place ${ticket.position() ?? 0}`));
  const cancel =
    queueTimeoutMs === undefined
      ? giveUpBefore(context, ticket, deferred ? undefined : timeLeftMs)
      : context.clock.after(queueTimeoutMs, giveUp);
  if (mode === "WAIT") signal?.addEventListener("abort", giveUp, { once: true });
  try {
    return await ticket.permit;
  } finally {
    cancel?.();
    signal?.removeEventListener("abort", giveUp);
    entry.ticket = undefined;
  }
};

/** Refuses a request that waits shortly before its caller's deadline, so that it learns why. @returns a function that cancels this */
const giveUpBefore = (context: EpisodeContext, ticket: Ticket, timeLeftMs: number | undefined): (() => void) | undefined =>
  timeLeftMs === undefined ? undefined : context.clock.after(timeLeftMs * 0.95, () => ticket.abort(poolFullError(context)));

/**
 * Starts the episode; a simulated slot is a fork in memory, so it is created while the lease is written to disk; any
 * other waits for that.
 */
const begin = async (context: EpisodeContext, entry: EpisodeEntry, ttlMs: number): Promise<ResetOutcome> => {
  const leased = context.journal.lease(entry, ttlMs).catch((cause) => {
    throw DrillError.from(cause, { boundary: "the journal", fallback: "BACKEND_DOWN" });
  });
  const reset = (): Promise<ResetOutcome> => {
    entry.isAsked = true;
    return context.host.reset(entry.command);
  };
  const [outcome] = entry.backend === "sim" ? await Promise.all([reset(), leased]) : [await leased.then(reset)];
  if (entry.groupId !== undefined) context.groups.compare(entry.groupId, outcome.stateDigest);
  await context.journal.started(entry, outcome.stateDigest);
  return outcome;
};

const abandon = (context: EpisodeContext, entry: EpisodeEntry): void => {
  context.entries.delete(entry.id);
  context.leases.close(entry.id);
  context.groups.leave(entry);
  // The next server goes on with what waits while this one stops.
  if (entry.permit === undefined && (entry.keptWaiting === undefined || context.isSuspended)) return;
  void context.journal.void(entry.id).catch(() => undefined);
  if (entry.permit === undefined) return;
  entry.permit.release();
  void context.host.close({ episodeId: entry.id }).catch(() => undefined);
};

const renderReply = (context: EpisodeContext, entry: EpisodeEntry, replayed: boolean): ResetReply => {
  const position = entry.state === "QUEUED" ? entry.ticket?.position() : undefined;
  const { started } = entry;
  return {
    episode: infoOf(context, entry),
    task: started?.task ?? entry.task,
    effectiveSeed: entry.command.seed,
    leaseExpiresAtMs: context.leases.get(entry.id)?.expiresAtMs ?? context.clock.nowMs(),
    replayed,
    ...(position === undefined ? {} : { queuePosition: position }),
    ...(started === undefined || entry.state === "QUEUED" ? {} : { started }),
  };
};
