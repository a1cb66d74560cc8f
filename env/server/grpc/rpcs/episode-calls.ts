import { DrillError } from "#core/drill-error.ts";
import type { AgentAccess as WireAgentAccess } from "#proto/gen/kubedrill/v1/AgentAccess.ts";
import type { CloseResponse } from "#proto/gen/kubedrill/v1/CloseResponse.ts";
import type { ForkResponse } from "#proto/gen/kubedrill/v1/ForkResponse.ts";
import type { HeartbeatResponse } from "#proto/gen/kubedrill/v1/HeartbeatResponse.ts";
import type { Kubeconfig as WireKubeconfig } from "#proto/gen/kubedrill/v1/Kubeconfig.ts";
import type { ObserveResponse } from "#proto/gen/kubedrill/v1/ObserveResponse.ts";
import type { ResetRequest } from "#proto/gen/kubedrill/v1/ResetRequest.ts";
import type { ResetResponse } from "#proto/gen/kubedrill/v1/ResetResponse.ts";
import type { RewardResponse } from "#proto/gen/kubedrill/v1/RewardResponse.ts";
import type { StepResponse } from "#proto/gen/kubedrill/v1/StepResponse.ts";
import type { ValidateReport } from "#proto/gen/kubedrill/v1/ValidateReport.ts";
import type { AgentAddresses } from "../../agent-http/agent-access.ts";
import type { Caller, ResetOrder, ResetReply } from "../../episodes/episode-orders.ts";
import type { KubeAccess } from "../../kube-http/kube-access.ts";
import { isSealedName } from "../../trust/seal-tasks.ts";
import { admitCopy, admitEpisode, admitReset, conceal, reply, requireScope } from "../admit-request.ts";
import { toTimestamp } from "../load-proto.ts";
import type { CallContext } from "../unary.ts";
import { writeChild, writeClose, writeLease, writeObserve, writeReplay, writeReset, writeReward, writeStep } from "../write-replies.ts";
import { keyDraw } from "./tasks.ts";

/** Handles Reset. */
export const reset = async (context: CallContext, message: object, caller: Caller): Promise<ResetResponse> => {
  const order = readReset(context, message);
  const wanted = agentAccessOf(message);
  if (wanted?.kubeApi || wanted?.telemetry) kubeOf(context);
  const started = await conceal(context, () => context.service.reset(order, caller));
  const written = tellReset(context, started);
  if (wanted === undefined || started.started === undefined) return written;
  return { ...written, agentAccess: chooseAccess(await context.agents.admit(started.episode.episodeId), wanted) };
};

/** Renders the reply to a reset for its caller. */
export const tellReset = (context: CallContext, started: ResetReply): ResetResponse =>
  reply(context, started.task.split, "ResetResponse", writeReset(started));

/** The endpoints that a reset asks for; undefined: none. */
export const agentAccessOf = (message: unknown): WantedAccess | undefined => {
  const wanted = (message as ResetRequest).agentAccess;
  return wanted?.kubeApi || wanted?.mcp || wanted?.telemetry ? wanted : undefined;
};

type WantedAccess = NonNullable<ResetRequest["agentAccess"]>;

const chooseAccess = ({ token, mcpUrl, kubeApiUrl, telemetry }: AgentAddresses, wanted: WantedAccess): WireAgentAccess => ({
  token,
  ...(wanted.mcp && { mcpUrl }),
  ...(wanted.kubeApi && kubeApiUrl !== undefined && { kubeApiUrl }),
  ...(wanted.telemetry && telemetry),
});

const kubeOf = ({ kube }: CallContext): KubeAccess => {
  if (kube === undefined) throw new DrillError("CAPABILITY_MISSING", "this server offers no Kubernetes API endpoint");
  return kube;
};

/** Parses a reset and rejects it if the caller lacks a scope, be it that of the episode which it replaces. */
export const readReset = (context: CallContext, message: object): ResetOrder => {
  const order = context.read.reset(message);
  const { task, replacesEpisodeId } = order;
  if (replacesEpisodeId !== undefined) admitEpisode(context, { episodeId: replacesEpisodeId });
  const isSealed = task.kind === "uri" && isSealedName(task.uri);
  admitReset(context, order, isSealed);
  if (task.kind === "draw") return { ...order, task: keyDraw(context, task, order.seed ?? order.groupId ?? order.episodeId) };
  if (!isSealed) return order; // its split is looked at when it is found
  const uri = context.taskSeal.open(task.uri, Object.keys(order.params));
  return { ...order, task: { kind: "uri", uri, sealed: task.uri } };
};

/** Returns an order for an episode that the caller may play. @throws DrillError SCOPE_MISSING */
const readOwn = <Order extends { readonly episodeId: string }>(context: CallContext, order: Order): Order => {
  admitEpisode(context, order);
  return order;
};

/** Handles Step. */
export const step = async (context: CallContext, message: object): Promise<StepResponse> =>
  tellOf(context, context.read.step(message), "StepResponse", async (order) => writeStep(await context.service.step(order)));

/** Answers a call about an episode of the caller's, in the words that it may see. */
const tellOf = async <Order extends { readonly episodeId: string }, Reply extends object>(
  context: CallContext,
  order: Order,
  message: string,
  run: (order: Order) => Promise<Reply>,
): Promise<Reply> => {
  admitEpisode(context, order);
  const split = context.service.splitOf(order.episodeId);
  return reply(context, split, message, await conceal(context, () => run(order)));
};

/** Handles Observe. */
export const observe = async (context: CallContext, message: object): Promise<ObserveResponse> =>
  tellOf(context, context.read.observe(message), "ObserveResponse", async (order) => writeObserve(await context.service.observe(order)));

/** Handles Reward. */
export const reward = async (context: CallContext, message: object): Promise<RewardResponse> => {
  const order = context.read.reward(message);
  admitEpisode(context, order);
  for (const name of ["explain", "judge"] as const)
    if (order[name]) requireScope(context, context.service.splitOf(order.episodeId) ?? "train", `RewardRequest.${name}`);
  if (order.judge && !context.service.hasJudge) throw new DrillError("CAPABILITY_MISSING", "no model judges diagnoses at this server");
  return await tellOf(context, order, "RewardResponse", async () => writeReward(await context.service.reward(order)));
};

/** Handles Heartbeat. */
export const heartbeat = (context: CallContext, message: object): HeartbeatResponse => {
  const { episodeIds, leaseTtlMs } = context.read.heartbeat(message);
  for (const episodeId of episodeIds) admitEpisode(context, { episodeId });
  return {
    leases: context.service
      .heartbeat(episodeIds, leaseTtlMs)
      .map((lease) => reply(context, context.service.splitOf(lease.episodeId), "LeaseState", writeLease(lease))),
    serverState: context.service.isDraining() ? "STATE_DRAINING" : "STATE_SERVING",
    serverTime: toTimestamp(context.clock.nowMs()),
  };
};

/** Handles GetKubeconfig. */
export const getKubeconfig = async (context: CallContext, message: object): Promise<WireKubeconfig> => {
  const { kubeconfig, server, token } = await kubeOf(context).admit(readOwn(context, context.read.kubeconfig(message)).episodeId);
  return { kubeconfig, kubeApiUrl: server, token };
};

/** Handles GetAgentAccess. */
export const getAgentAccess = async (context: CallContext, message: object): Promise<WireAgentAccess> =>
  writeAccess(await context.agents.admit(readOwn(context, context.read.agentAccess(message)).episodeId));

const writeAccess = ({ telemetry, ...addresses }: AgentAddresses): WireAgentAccess => ({ ...addresses, ...telemetry });

/** Handles Close. */
export const close = async (context: CallContext, message: object): Promise<CloseResponse> =>
  tellOf(context, context.read.close(message), "CloseResponse", async (order) => writeClose(await context.service.close(order)));

/** Handles Fork. */
export const fork = async (context: CallContext, message: object, caller: Caller): Promise<ForkResponse> => {
  requireForkable(context, "Fork");
  return await tellOf(context, context.read.fork(message), "ForkResponse", async (order) => {
    admitCopy(context, "Fork", order);
    const children = await context.service.fork(order, caller);
    return {
      children: children.map((child) => (child instanceof DrillError ? { status: context.errors.toStatus(child) } : writeChild(child))),
    };
  });
};

/** Handles Validate. */
export const validate = async (context: CallContext, message: object): Promise<ValidateReport> => {
  requireForkable(context, "Validate");
  const order = readOwn(context, context.read.validate(message));
  admitCopy(context, "Validate", order);
  return writeReplay(await context.service.validate(order));
};

const requireForkable = ({ facts }: CallContext, rpc: string): void => {
  if (facts.backend !== "sim")
    throw new DrillError("CAPABILITY_MISSING", `${rpc} works on simulated clusters; this server runs ${facts.backend}`);
};
