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
import { toTimestamp } from "../load-proto.ts";
import { type CallContext, mayKnowAnswers, requireEpisode, requireScope } from "../unary.ts";
import { writeChild, writeClose, writeLease, writeObserve, writeReplay, writeReset, writeReward, writeStep } from "../write-replies.ts";

/** Handles Reset. */
export const reset = async (context: CallContext, message: object, caller: Caller): Promise<ResetResponse> => {
  const order = readReset(context, message);
  const write = (reply: ResetReply) => writeReset(reply, mayKnowAnswers(context));
  const wanted = agentAccessOf(message);
  if (wanted === undefined) return write(await context.service.reset(order, caller));
  if (wanted.kubeApi || wanted.telemetry) kubeOf(context);
  const reply = await context.service.reset(order, caller);
  if (reply.started === undefined) return write(reply);
  return { ...write(reply), agentAccess: chooseAccess(await context.agents.admit(reply.episode.episodeId), wanted) };
};

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
  if (replacesEpisodeId !== undefined) requireEpisode(context, { episodeId: replacesEpisodeId });
  if (task.kind === "uri") return { ...order, task: { kind: "uri", uri: context.taskSeal.open(task.uri, Object.keys(order.params)) } };
  for (const split of task.filter.splits ?? []) requireScope(context, split, `split ${split}`);
  return order; // the split of what is named or drawn is looked at when it is chosen
};

/** Returns an order for an episode that the caller may play. @throws DrillError SCOPE_MISSING */
const readOwn = <Order extends { readonly episodeId: string }>(context: CallContext, order: Order): Order => {
  requireEpisode(context, order);
  return order;
};

/** Handles Step. */
export const step = async (context: CallContext, message: object): Promise<StepResponse> =>
  writeStep(await context.service.step(readOwn(context, context.read.step(message))), mayKnowAnswers(context));

/** Handles Observe. */
export const observe = async (context: CallContext, message: object): Promise<ObserveResponse> =>
  writeObserve(await context.service.observe(readOwn(context, context.read.observe(message))));

/** Handles Reward. */
export const reward = async (context: CallContext, message: object): Promise<RewardResponse> => {
  const order = context.read.reward(message);
  requireEpisode(context, order);
  if (order.explain) requireScope(context, "eval", "explain");
  return writeReward(await context.service.reward(order), mayKnowAnswers(context));
};

/** Handles Heartbeat. */
export const heartbeat = (context: CallContext, message: object): HeartbeatResponse => {
  const { episodeIds, leaseTtlMs } = context.read.heartbeat(message);
  for (const episodeId of episodeIds) requireEpisode(context, { episodeId });
  return {
    leases: context.service.heartbeat(episodeIds, leaseTtlMs).map(writeLease),
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
  writeClose(await context.service.close(readOwn(context, context.read.close(message))));

/** Handles Fork. */
export const fork = async (context: CallContext, message: object, caller: Caller): Promise<ForkResponse> => {
  requireForkable(context, "Fork");
  const children = await context.service.fork(readOwn(context, context.read.fork(message)), caller);
  return {
    children: children.map((child) =>
      child instanceof DrillError ? { status: context.errors.toStatus(child) } : writeChild(child, mayKnowAnswers(context)),
    ),
  };
};

/** Handles Validate. */
export const validate = async (context: CallContext, message: object): Promise<ValidateReport> => {
  requireForkable(context, "Validate");
  return writeReplay(await context.service.validate(readOwn(context, context.read.validate(message))));
};

const requireForkable = ({ facts }: CallContext, rpc: string): void => {
  if (facts.backend !== "sim")
    throw new DrillError("CAPABILITY_MISSING", `${rpc} works on simulated clusters; this server runs ${facts.backend}`);
};
