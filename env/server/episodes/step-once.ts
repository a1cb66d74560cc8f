import { DrillError } from "#core/drill-error.ts";
import type { StepOutcome } from "../../host/episode-protocol.ts";
import { checkSizes } from "./check-order.ts";
import { type EpisodeContext, endEpisode, findEpisode, overError, touch } from "./episode-context.ts";
import { type EpisodeEntry, inTurn, type RecordedStep } from "./episode-entry.ts";
import type { StepOrder, StepReply } from "./episode-orders.ts";
import { failEpisode } from "./fail-episode.ts";
import { settleKube } from "./record-kube.ts";
import { assertStarted } from "./reset-episode.ts";
import { retireEpisode } from "./retire-episode.ts";

/**
 * Runs a step, or repeats the reply of the last one. Steps of an episode run one at a time; further calls wait.
 *
 * The step runs to its end even if the caller disconnects; the same call then returns the reply.
 * @throws DrillError STEP_BODY_CONFLICT, STEP_INDEX_STALE, STEP_INDEX_GAP, EPISODE_ENDED, STEP_DEADLINE, SLOT_LOST, …
 */
export const stepOnce = (context: EpisodeContext, order: StepOrder): Promise<StepReply> => {
  const entry = findEpisode(context, order.episodeId);
  if (order.views !== undefined) checkSizes(context.facts, order.views, entry);
  if (entry.pending >= WAITING_MAX) {
    return Promise.reject(new DrillError("CLIENT_QUOTA", `${entry.pending} calls wait for episode ${entry.id}`, { retryAfterMs: 100 }));
  }
  const askedAtMs = performance.now();
  const reply = inTurn(entry, () => takeStep(context, entry, order, askedAtMs));
  return order.timeoutMs === undefined ? reply : within(context, reply, order.timeoutMs, order);
};

/** Maximum number of calls that wait for one episode. */
const WAITING_MAX = 256;

const takeStep = async (context: EpisodeContext, entry: EpisodeEntry, order: StepOrder, askedAtMs: number): Promise<StepReply> => {
  assertStarted(entry);
  const body = renderBody(order);
  const stepIndex = order.stepIndex ?? entry.steps.length;
  const repeated = checkSequence(entry, stepIndex, body);
  if (entry.unwrittenFrom !== undefined) await writeSteps(context, entry, entry.unwrittenFrom);
  if (repeated !== undefined) return { ...repeated, replayed: true, leaseExpiresAtMs: touch(context, entry) };
  if (entry.ending !== undefined) throw overError(entry.id, entry.ending);
  settleKube(context, entry);
  const beganAtMs = performance.now();
  const outcome = await play(context, entry, { ...order, stepIndex });
  const step = recordStep(outcome, body);
  entry.steps.push(step);
  for (const listener of context.stepListeners) listener(entry.id, outcome);
  entry.returnSoFar = outcome.reward.returnSoFar;
  entry.virtualMs = outcome.observation.virtualMs;
  const nowMs = performance.now();
  const reply: StepReply = {
    ...outcome,
    episodeId: entry.id,
    leaseExpiresAtMs: touch(context, entry),
    replayed: false,
    timing: { queueMs: beganAtMs - askedAtMs, execMs: nowMs - beganAtMs, totalMs: nowMs - askedAtMs },
  };
  entry.lastReply = reply;
  const written = writeSteps(context, entry, stepIndex);
  if (outcome.ending !== undefined) {
    await Promise.allSettled([written, endEpisode(context, entry, outcome.ending)]);
    await retireEpisode(context, entry);
  }
  await written;
  return reply;
};

const renderBody = ({ actions, views }: StepOrder): string => JSON.stringify(views === undefined ? { actions } : { actions, views });

/** The stored reply of a step that was made already; undefined if it is the next one. */
const checkSequence = (entry: EpisodeEntry, index: number, body: string): StepReply | undefined => {
  const next = entry.steps.length;
  if (index === next) return undefined;
  const metadata = { episode_id: entry.id, next_step_index: `${next}` };
  if (index > next)
    throw new DrillError("STEP_INDEX_GAP", `step_index is ${index}; the next step of episode ${entry.id} is ${next}`, { metadata });
  if (index < next - 1) throw new DrillError("STEP_INDEX_STALE", `step_index is ${index}; episode ${entry.id} is at ${next}`, { metadata });
  if (entry.steps[index]?.body !== body) {
    throw new DrillError("STEP_BODY_CONFLICT", `step ${index} of episode ${entry.id} was made with other actions`, { metadata });
  }
  if (entry.lastReply === undefined) throw new DrillError("STEP_INDEX_STALE", `the reply of step ${index} is gone`, { metadata });
  return entry.lastReply;
};

const play = async (
  context: EpisodeContext,
  entry: EpisodeEntry,
  { episodeId, stepIndex, actions, views }: StepOrder & { readonly stepIndex: number },
): Promise<StepOutcome> => {
  try {
    return await context.host.step(views === undefined ? { episodeId, stepIndex, actions } : { episodeId, stepIndex, actions, views });
  } catch (cause) {
    throw failEpisode(context, entry, cause);
  }
};

/** Recorded parts of a step. */
export const recordStep = (outcome: StepOutcome, body: string): RecordedStep => ({
  body,
  stateDigest: outcome.stateDigest,
  ...(outcome.reward.reward === undefined ? {} : { reward: outcome.reward.reward }),
  virtualMs: outcome.observation.virtualMs,
  views: outcome.observation.views.map(({ name, digest }) => [name, digest] as const),
  ...(outcome.overran && { overran: true }),
});

/**
 * Writes the steps from an index on to the journal. A step that cannot be written is made, but nobody is told so before it can be.
 * @throws DrillError BACKEND_DOWN: the same call writes them again
 */
const writeSteps = async (context: EpisodeContext, entry: EpisodeEntry, from: number): Promise<void> => {
  for (let index = from; index < entry.steps.length; index++) {
    try {
      await context.journal.step(entry, index, entry.steps[index] as RecordedStep);
    } catch (cause) {
      entry.unwrittenFrom = index;
      context.log.error("journal", { episode_id: entry.id, step_index: index }, cause);
      throw new DrillError("BACKEND_DOWN", `step ${index} of episode ${entry.id} could not be written to the journal`, {
        retryAfterMs: RETRY_MS,
      });
    }
  }
  entry.unwrittenFrom = undefined;
};

const RETRY_MS = 1_000;

const within = async (context: EpisodeContext, reply: Promise<StepReply>, timeoutMs: number, order: StepOrder): Promise<StepReply> => {
  reply.catch(() => undefined);
  const { promise: late, reject } = Promise.withResolvers<never>();
  const cancel = context.clock.after(timeoutMs, () =>
    reject(new DrillError("STEP_DEADLINE", `step ${order.stepIndex} of episode ${order.episodeId} takes longer than ${timeoutMs} ms`)),
  );
  try {
    return await Promise.race([reply, late]);
  } finally {
    cancel();
  }
};
