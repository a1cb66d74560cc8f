import { DrillError } from "#core/drill-error.ts";
import type { TaskFilter } from "../../catalogue/catalogue-protocol.ts";
import { paysRepairsAlone } from "../episodes/choose-task.ts";
import type { ResetOrder, TaskChoice } from "../episodes/episode-orders.ts";
import {
  DRAW_OPTIONS,
  type GuardedOption,
  knows,
  knowsSplits,
  playableSplits,
  RESET_OPTIONS,
  RPC_SCOPES,
  type Rpc,
  SPLIT_SCOPES,
} from "../trust/scopes.ts";
import { withoutAnswers } from "./guard-replies.ts";
import type { CallContext } from "./unary.ts";

type Scoped = Pick<CallContext, "scopes">;

/** Lets a caller make a call. @throws DrillError SCOPE_MISSING; or what is wrong with a request that was not decoded */
export const admitCall = (caller: Scoped, rpc: Rpc, message: object | DrillError): void => {
  const scope = RPC_SCOPES[rpc];
  if (scope === "play" || !knowsAny(caller)) requireScope(caller, scope, rpc);
  if (message instanceof DrillError) throw message;
};

/** Lets a caller act on an episode. @throws DrillError SCOPE_MISSING */
export const admitEpisode = (context: CallContext, { episodeId }: { readonly episodeId: string }): void => {
  const split = context.service.splitOf(episodeId);
  if (split !== undefined) requireSplits(context, { splits: [split] }, `an episode of split ${split}`);
};

/** Lets a caller draw, or list. @throws DrillError SCOPE_MISSING */
export const admitDraw = (caller: Scoped, draw: Extract<TaskChoice, { kind: "draw" }>): void => {
  requireSplits(caller, draw.filter);
  const unknown = splitsOf(draw.filter).find((split) => !knows(caller.scopes, split));
  if (unknown !== undefined) refuseAsked(DRAW_OPTIONS, draw, unknown);
};

/** Lets a caller start an episode, of a task that is named or drawn. @throws DrillError SCOPE_MISSING */
export const admitReset = (caller: Scoped, order: ResetOrder, isSealed: boolean): void => {
  if (order.task.kind === "draw") admitDraw(caller, order.task);
  const splits = order.task.kind === "draw" ? splitsOf(order.task.filter) : SPLIT_SCOPES;
  const isTrusted = order.task.kind === "draw" ? splits.every((split) => knows(caller.scopes, split)) : knowsAny(caller);
  if (!isTrusted) refuseAsked(RESET_OPTIONS, { order, isSealed, paysRepairsAlone: paysRepairsAlone(order.play) }, splits[0] ?? "train");
};

/** Lets a caller copy or replay an episode, which needs the scope of its split. @throws DrillError SCOPE_MISSING */
export const admitCopy = (context: CallContext, rpc: Rpc, { episodeId }: { readonly episodeId: string }): void =>
  requireScope(context, context.service.splitOf(episodeId) ?? "train", rpc);

/** Rejects a caller who lacks a scope. @throws DrillError SCOPE_MISSING */
export const requireScope = ({ scopes }: Scoped, scope: string, what: string): void => {
  if (!scopes.has(scope)) throw scopeMissing(scope, what);
};

const requireSplits = ({ scopes }: Scoped, filter: TaskFilter, what?: string): void => {
  const playable = playableSplits(scopes);
  for (const split of splitsOf(filter)) if (!playable.has(split)) throw scopeMissing(split, what ?? `split ${split}`);
};

const splitsOf = ({ splits = ["train"] }: TaskFilter): readonly string[] => splits;

/** True if a caller knows tasks of any split; which, is looked at when the task is found. */
const knowsAny = ({ scopes }: Scoped): boolean => SPLIT_SCOPES.some((split) => knows(scopes, split));

const refuseAsked = <Asked>(options: readonly GuardedOption<Asked>[], asked: Asked, scope: string): void => {
  const found = options.find(({ isAsked }) => isAsked(asked));
  if (found !== undefined) throw scopeMissing(scope, found.option);
};

const scopeMissing = (scope: string, what: string): DrillError =>
  new DrillError("SCOPE_MISSING", `${what} needs scope ${scope}`, { metadata: { scope } });

/** Returns a reply, without what tells answers if the caller may not know the tasks of the split. @param split of the episode; undefined: it is gone @param message its type, such as `StepResponse` */
export const reply = <Reply extends object>({ scopes }: Scoped, split: string | undefined, message: string, written: Reply): Reply =>
  knowsSplits(scopes, split === undefined ? SPLIT_SCOPES : [split]) ? written : withoutAnswers(message, written);

/**
 * Runs what an episode's world takes part in. Whoever knows no tasks learns of its failures by their codes alone: their sentences may
 * name the fault.
 */
export const conceal = async <T>(caller: Scoped, run: () => Promise<T>): Promise<T> => {
  try {
    return await run();
  } catch (cause) {
    throw concealed(caller, cause);
  }
};

/** The failure as a caller may see it. */
export const concealed = <Cause>(caller: Scoped, cause: Cause): Cause | DrillError => {
  if (knowsAny(caller) || !(cause instanceof DrillError) || !WORLDLY.has(cause.code)) return cause;
  const { code, metadata, retryAfterMs } = cause;
  const kept = Object.entries(metadata).filter(([name]) => OPEN_METADATA.has(name));
  return new DrillError(code, "the call failed", {
    metadata: Object.fromEntries(kept),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    cause,
  });
};

/** Codes whose sentences come from the catalogue or the world. */
const WORLDLY: ReadonlySet<string> = new Set([
  ...["TASK_UNKNOWN", "TASK_DIGEST_MISMATCH", "BACKEND_CANNOT", "INJECTION_FAILED", "BACKEND_DOWN", "SLOT_LOST", "GROUP_NOT_EQUAL", "BUG"],
]);

const OPEN_METADATA: ReadonlySet<string> = new Set(["episode_id", "end_reason", "sample_valid", "incident_id"]);
