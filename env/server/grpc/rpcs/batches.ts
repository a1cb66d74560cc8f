import { DrillError } from "#core/drill-error.ts";
import type { ResetBatchItem } from "#proto/gen/kubedrill/v1/ResetBatchItem.ts";
import type { ResetBatchResponse } from "#proto/gen/kubedrill/v1/ResetBatchResponse.ts";
import type { StepBatchItem } from "#proto/gen/kubedrill/v1/StepBatchItem.ts";
import type { StepBatchResponse } from "#proto/gen/kubedrill/v1/StepBatchResponse.ts";
import type { Observation } from "../../../host/episode-protocol.ts";
import type { BatchBounds, BatchResult } from "../../episodes/batch.ts";
import type { Caller, ResetOrder, ResetReply, StepOrder, StepReply } from "../../episodes/episode-orders.ts";
import { admitEpisode, concealed, reply } from "../admit-request.ts";
import { mapInTurns } from "../map-in-turns.ts";
import type { CallContext } from "../unary.ts";
import { writeStep } from "../write-replies.ts";
import { agentAccessOf, readReset, tellReset } from "./episode-calls.ts";

/** Handles StepBatch; errors are reported by item. */
export const stepBatch = async (context: CallContext, message: object, caller: Caller): Promise<StepBatchResponse> => {
  const { items, ...bounds } = context.read.stepBatch(message);
  const orders = await readItems<StepOrder>(items, (item) => {
    const order = context.read.step(item);
    admitEpisode(context, order);
    return order;
  });
  const results = await runItems(orders, (good) => context.service.stepBatch(good, bound(bounds, caller)));
  const budget = createBudget(context);
  const write = (done: StepReply) => reply(context, context.service.splitOf(done.episodeId), "StepResponse", writeStep(done));
  return {
    items: results.map((result, index): StepBatchItem => ({ index, ...writeItem(context, limitSize(budget, result, sizeOfStep), write) })),
  };
};

const readBatchReset = (context: CallContext, item: object): ResetOrder => {
  if (agentAccessOf(item) !== undefined)
    throw new DrillError("CAPABILITY_MISSING", "agent_access is not given in a batch; ask for each with GetAgentAccess");
  return readReset(context, item);
};

/** Handles ResetBatch: many resets, or one for many members of a group. */
export const resetBatch = async (context: CallContext, message: object, caller: Caller): Promise<ResetBatchResponse> => {
  const { items, group, ...bounds } = context.read.resetBatch(message);
  const wanted = group === undefined ? items : group.episodeIds.map((episodeId) => ({ ...group.template, episodeId }));
  const orders = await readItems<ResetOrder>(wanted, (item) => readBatchReset(context, item));
  const shared = group === undefined ? orders : shareStart(orders);
  const results = await runItems(shared, (good) => context.service.resetBatch(good, caller, bound(bounds, caller)));
  const budget = createBudget(context);
  const write = (started: ResetReply) => tellReset(context, started);
  return {
    items: results.map(
      (result, index): ResetBatchItem => ({ index, ...writeItem(context, limitSize(budget, result, sizeOfReset), write) }),
    ),
    ...(group === undefined ? {} : compareGroup(results)),
  };
};

type ReadItem<Order> = Order | DrillError;

const readItems = <Order>(items: readonly object[], read: (item: object) => Order): Promise<readonly ReadItem<Order>[]> =>
  mapInTurns(items, SLICE_ITEMS, (item) => {
    try {
      return read(item);
    } catch (cause) {
      return DrillError.from(cause, { boundary: "the batch", fallback: "BUG" });
    }
  });

/** Items between two turns of other calls: with 64 actions each, some milliseconds of work. */
const SLICE_ITEMS = 8;

/** Runs the valid items and merges each result in its place. */
const runItems = async <Order, Reply>(
  orders: readonly ReadItem<Order>[],
  run: (good: readonly Order[]) => Promise<readonly BatchResult<Reply>[]>,
): Promise<readonly BatchResult<Reply>[]> => {
  const results = [...(await run(orders.filter((order): order is Order => !(order instanceof DrillError))))];
  return orders.map((order) => (order instanceof DrillError ? { kind: "failed", error: order } : (results.shift() ?? { kind: "pending" })));
};

/** Bounds the wait so that the reply, with the results so far, precedes the caller's deadline. */
const bound = (bounds: BatchBounds, { timeLeftMs }: Caller): BatchBounds => {
  if (timeLeftMs === undefined) return bounds;
  return { ...bounds, maxWaitMs: Math.min(bounds.maxWaitMs ?? Number.POSITIVE_INFINITY, timeLeftMs * 0.95) };
};

/** Gives members of a group without a group id one of their own, so that task and seed are drawn once. */
const shareStart = (orders: readonly ReadItem<ResetOrder>[]): readonly ReadItem<ResetOrder>[] => {
  const first = orders.find((order): order is ResetOrder => !(order instanceof DrillError));
  const groupId = first?.groupId ?? first?.episodeId;
  if (groupId === undefined) return orders;
  return orders.map((order) => (order instanceof DrillError ? order : { ...order, groupId }));
};

const compareGroup = (results: readonly BatchResult<ResetReply>[]): { readonly groupStateDigest: string; readonly groupEqual: boolean } => {
  const digests = new Set(
    results.flatMap((result) => (result.kind === "done" && result.value.started ? [result.value.started.stateDigest] : [])),
  );
  const equal = digests.size <= 1;
  return { groupStateDigest: equal ? ([...digests][0] ?? "") : "", groupEqual: equal };
};

/** Creates the budget of the reply's size. Items beyond it stay pending: sent again, they are answered from the stored reply. */
const createBudget = ({ messageBytesMax }: CallContext): { left: number } => ({ left: messageBytesMax - MESSAGE_MARGIN_BYTES });

const MESSAGE_MARGIN_BYTES = 64 * 1024;
const ITEM_OVERHEAD_BYTES = 2_048;

const limitSize = <T>(budget: { left: number }, result: BatchResult<T>, sizeOf: (value: T) => number): BatchResult<T> => {
  const size = ITEM_OVERHEAD_BYTES + (result.kind === "done" ? sizeOf(result.value) : 0);
  if (size > budget.left) return { kind: "pending" };
  budget.left -= size;
  return result;
};

/** Upper bound of a text's size, bytes: a UTF-16 unit takes at most three bytes; the exact size is computed for long texts alone. */
const sizeOfText = (text: string): number => (text.length < EXACT_FROM ? text.length * 3 : Buffer.byteLength(text));
const EXACT_FROM = 256;

const sizeOfObservation = ({ views }: Observation): number => views.reduce((sum, { body }) => sum + sizeOfText(body) + 256, 0);

const sizeOfStep = ({ observation, results, reward }: StepReply): number =>
  sizeOfObservation(observation) +
  results.reduce((sum, { content }) => sum + sizeOfText(content) + 128, 0) +
  reward.components.length * 256;

const sizeOfReset = ({ started }: ResetReply): number =>
  started === undefined
    ? 0
    : sizeOfObservation(started.observation) + started.tools.reduce((sum, tool) => sum + JSON.stringify(tool).length * 2, 0);

const writeItem = <T, W>(context: CallContext, result: BatchResult<T>, write: (value: T) => W) => {
  if (result.kind === "done") return { response: write(result.value) };
  return result.kind === "failed" ? { status: context.errors.toStatus(concealed(context, result.error)) } : { pending: true };
};
