import { DrillError } from "#core/drill-error.ts";
import { type EpisodeContext, findEpisode, infoOf, overError, reportBug, touch } from "./episode-context.ts";
import { type EpisodeEntry, inTurn, type RecordedKube } from "./episode-entry.ts";
import type { ForkChildReply, ForkOrder } from "./episode-orders.ts";
import { failEpisode } from "./fail-episode.ts";
import { inAnyThread } from "./in-any-thread.ts";
import { poolFullError } from "./pool-full-error.ts";
import { replayEpisode } from "./replay-episode.ts";
import { assertStarted, createEntry, drainError } from "./reset-episode.ts";

/** Copies a running episode at its current or an earlier step; one result per child, in the order of the request. */
export const forkEpisode = (
  context: EpisodeContext,
  order: ForkOrder,
  client: string,
): Promise<readonly (ForkChildReply | DrillError)[]> => {
  const parent = findEpisode(context, order.episodeId);
  if (context.drainDeadlineMs !== undefined) throw drainError(context);
  return inTurn(parent, async () => {
    assertStarted(parent);
    const known = new Map(order.childEpisodeIds.map((id) => [id, madeBefore(context, parent, order, id)] as const));
    const at = order.atStepIndex ?? [...known.values()].find((made) => made !== undefined)?.at ?? parent.steps.length;
    const missing = order.childEpisodeIds.filter((id) => known.get(id) === undefined);
    if (missing.length > 0) checkFork(parent, order, at);
    const opened = new Map(missing.map((id) => [id, openChild(context, parent, order, { id, at, client })] as const));
    await makeCopies(context, parent, order, {
      at,
      children: [...opened.values()].filter((child): child is EpisodeEntry => !(child instanceof DrillError)),
    });
    return order.childEpisodeIds.map((id) => {
      const child = known.get(id)?.child ?? opened.get(id);
      return child === undefined || child instanceof DrillError ? (child as DrillError) : renderChild(context, parent, child);
    });
  });
};

/** Body of the request for a copy, kept with it, so that the same call again is recognised. */
interface ForkBody {
  readonly fork: string;
  readonly asked: Pick<ForkOrder, "atStepIndex" | "reseed" | "groupId" | "method">;
  readonly at: number;
  readonly method: ForkChildReply["method"];
}

const askedOf = ({ atStepIndex, reseed, groupId, method }: ForkOrder): ForkBody["asked"] => ({
  ...(atStepIndex !== undefined && { atStepIndex }),
  ...(reseed !== undefined && { reseed }),
  ...(groupId !== undefined && { groupId }),
  method,
});

/** True for an episode that began as a copy of another. */
export const isCopy = (entry: EpisodeEntry): boolean => readBody(entry).fork !== undefined;

const readBody = ({ bodyText }: EpisodeEntry): Partial<ForkBody> => JSON.parse(bodyText) as Partial<ForkBody>;

/** The copy that an earlier call of the same kind made; undefined: there is none. */
const madeBefore = (
  context: EpisodeContext,
  parent: EpisodeEntry,
  order: ForkOrder,
  id: string,
): { readonly child: EpisodeEntry; readonly at: number } | undefined => {
  const child = context.entries.get(id);
  if (child === undefined) return undefined;
  const { fork, asked, at } = readBody(child);
  if (fork !== parent.id || at === undefined || JSON.stringify(asked) !== JSON.stringify(askedOf(order))) return undefined;
  touch(context, child);
  return { child, at };
};

const checkFork = (parent: EpisodeEntry, order: ForkOrder, at: number): void => {
  if (at > parent.steps.length) {
    const description = `is ${at}; episode ${parent.id} has ${parent.steps.length} steps`;
    throw new DrillError("FIELD_INVALID", `at_step_index ${description}`, { violations: [{ field: "at_step_index", description }] });
  }
  if (at === parent.steps.length && parent.ending !== undefined) throw overError(parent.id, parent.ending);
  if (order.method === "SNAPSHOT" && at !== parent.steps.length) {
    throw new DrillError("BACKEND_CANNOT", `only the present state is at hand as a snapshot; step ${at} is past`);
  }
};

const openChild = (
  context: EpisodeContext,
  parent: EpisodeEntry,
  order: ForkOrder,
  { id, at, client }: { readonly id: string; readonly at: number; readonly client: string },
): EpisodeEntry | DrillError => {
  if (context.entries.has(id)) return new DrillError("EPISODE_ID_CONFLICT", `episode ${id} is alive`);
  if (context.tombstones.get(id) !== undefined) return new DrillError("EPISODE_ID_SPENT", `episode ${id} is over`);
  const refusal = joinGroup(context, parent, order, id);
  if (refusal !== undefined) return refusal;
  const permit = context.admission.tryAcquire();
  if (permit === undefined) {
    context.groups.leave({ id, ...(order.groupId !== undefined && { groupId: order.groupId }) });
    return poolFullError(context);
  }
  const kube = kubeUntil(parent, order, at);
  const reseeds = parent.reseeds.filter((reseed) => reseed.at <= at && (reseed.kube ?? 0) <= kube.length);
  const child: EpisodeEntry = {
    ...createEntry(context, {
      id,
      task: parent.task,
      command: { ...parent.command, episodeId: id },
      bodyText: JSON.stringify({
        fork: parent.id,
        asked: askedOf(order),
        at,
        method: isPresent(parent, order, at) ? "SNAPSHOT" : "REPLAY",
      } satisfies ForkBody),
      client,
    }),
    backend: parent.backend,
    labels: parent.labels,
    reseeds: order.reseed === undefined ? reseeds : [...reseeds, { at, seed: order.reseed, kube: kube.length }],
    kube,
    ...(order.groupId === undefined ? {} : { groupId: order.groupId }),
    permit,
    steps: parent.steps.slice(0, at),
    virtualMs: parent.steps[at - 1]?.virtualMs ?? 0,
  };
  context.entries.set(id, child);
  context.leases.open(id, order.leaseTtlMs ?? context.leases.get(parent.id)?.ttlMs ?? context.rules.ttlDefaultMs, context.clock.nowMs());
  return child;
};

/** Makes a copy a member of the group that was asked for. @returns the reason for which it cannot be one */
const joinGroup = (context: EpisodeContext, parent: EpisodeEntry, { groupId }: ForkOrder, id: string): DrillError | undefined => {
  if (groupId === undefined) return undefined;
  try {
    context.groups.join({ id, groupId, taskUri: parent.command.taskUri, seed: parent.command.seed });
    return undefined;
  } catch (cause) {
    return DrillError.from(cause, { boundary: "the group", fallback: "BUG" });
  }
};

interface Copies {
  readonly at: number;
  readonly children: readonly EpisodeEntry[];
}

/** Creates the copies in the turn of each child, so that a step for one of them may arrive at once. */
const makeCopies = async (context: EpisodeContext, parent: EpisodeEntry, order: ForkOrder, { at, children }: Copies): Promise<void> => {
  if (children.length === 0) return;
  const made = (async () => {
    await Promise.all(
      children.map((child) => context.journal.lease(child, context.leases.get(child.id)?.ttlMs ?? context.rules.ttlDefaultMs)),
    );
    const copies = isPresent(parent, order, at)
      ? await copyPresent(context, parent, order, children)
      : await copyHistory(context, parent, order, { at, children });
    await Promise.all(children.map((child) => start(context, parent, child, copies.get(child.id))));
  })();
  for (const child of children) inTurn(child, () => made).catch(() => undefined);
  try {
    await made;
  } catch (cause) {
    for (const child of children) discard(context, child, reportBug(context, cause, { episode_id: parent.id }));
    throw failEpisode(context, parent, cause);
  }
};

const isPresent = (parent: EpisodeEntry, order: ForkOrder, at: number): boolean => order.method !== "REPLAY" && at === parent.steps.length;

/** Requests to the Kubernetes API that a copy repeats: all of them at the current step, else those before the last of its steps. */
const kubeUntil = (parent: EpisodeEntry, order: ForkOrder, at: number): RecordedKube[] =>
  isPresent(parent, order, at) ? [...parent.kube] : parent.kube.filter((record) => record.at < at);

type CopyFacts = ReadonlyMap<string, { readonly slotId: string; readonly stateDigest: string }>;

const copyPresent = async (
  context: EpisodeContext,
  parent: EpisodeEntry,
  order: ForkOrder,
  children: readonly EpisodeEntry[],
): Promise<CopyFacts> => forkHost(context, parent.id, order, children);

const copyHistory = async (
  context: EpisodeContext,
  parent: EpisodeEntry,
  order: ForkOrder,
  { at, children }: Copies,
): Promise<CopyFacts> => {
  const stem = `${children[0]?.id}~stem`;
  const { command, reseeds, steps } = parent;
  const kube = kubeUntil(parent, order, at);
  const plan = {
    episodeId: stem,
    command,
    reseeds: reseeds.filter((reseed) => reseed.at <= at && (reseed.kube ?? 0) <= kube.length),
    steps: steps.slice(0, at),
    kube,
    everyView: false,
  };
  try {
    return await inAnyThread(context.clock, async () => {
      const { divergedAt } = await replayEpisode(context.worlds, plan);
      if (divergedAt !== undefined) throw new Error(`the replay differs after ${divergedAt} steps`);
      return await forkHost(context, stem, order, children);
    });
  } finally {
    await context.host.close({ episodeId: stem });
  }
};

const forkHost = async (
  context: EpisodeContext,
  episodeId: string,
  { reseed }: ForkOrder,
  children: readonly EpisodeEntry[],
): Promise<CopyFacts> => {
  const childEpisodeIds = children.map(({ id }) => id);
  const outcome = await context.host.fork({ episodeId, childEpisodeIds, ...(reseed === undefined ? {} : { reseed }) });
  return new Map(outcome.children.map((child) => [child.episodeId, child]));
};

const start = async (
  context: EpisodeContext,
  parent: EpisodeEntry,
  child: EpisodeEntry,
  copy: { readonly slotId: string; readonly stateDigest: string } | undefined,
): Promise<void> => {
  if (copy === undefined || parent.started === undefined) throw new Error(`the host made no copy ${child.id}`);
  child.started = { ...parent.started, slotId: copy.slotId, stateDigest: copy.stateDigest };
  child.startedAtMs = context.clock.nowMs();
  child.state = "RUNNING";
  touch(context, child);
  await context.journal.started(child, parent.started.stateDigest);
};

const discard = (context: EpisodeContext, child: EpisodeEntry, failure: DrillError): void => {
  child.failure = failure;
  context.entries.delete(child.id);
  context.leases.close(child.id);
  context.groups.leave(child);
  child.permit?.release();
  void context.journal.void(child.id).catch(() => undefined);
  void context.host.close({ episodeId: child.id }).catch(() => undefined);
};

const renderChild = (context: EpisodeContext, parent: EpisodeEntry, child: EpisodeEntry): ForkChildReply => {
  const stateDigest = child.started?.stateDigest ?? "";
  const { at = 0, method = "SNAPSHOT" } = readBody(child);
  const kube = method === "SNAPSHOT" ? parent.kube.filter((record) => record.at <= at) : parent.kube.filter((record) => record.at < at);
  return {
    episode: infoOf(context, child),
    stateDigest,
    method,
    replayedSteps: method === "SNAPSHOT" ? 0 : at,
    verified: stateDigest === knownDigest(parent, kube, at),
  };
};

/** The last recorded digest before a step, without the time that passed at the endpoint alone. */
const knownDigest = (parent: EpisodeEntry, kube: readonly RecordedKube[], at: number): string | undefined => {
  const atEndpoint = kube.findLast((record) => record.at === at)?.stateDigest;
  return atEndpoint ?? parent.steps[at - 1]?.stateDigest ?? parent.started?.stateDigest;
};
