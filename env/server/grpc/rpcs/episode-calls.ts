import { DrillError } from "#core/drill-error.ts";
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
import type { Caller, ResetOrder } from "../../episodes/episode-orders.ts";
import type { KubeAccess } from "../../kube-http/kube-access.ts";
import { type Door, requireScope } from "../door.ts";
import { toTimestamp } from "../load-proto.ts";
import { writeChild, writeClose, writeLease, writeObserve, writeReplay, writeReset, writeReward, writeStep } from "../write-replies.ts";

/** Starts an episode. */
export const reset = async (door: Door, message: object, caller: Caller): Promise<ResetResponse> => {
  const order = readReset(door, message);
  if (!wantsKube(message)) return writeReset(await door.service.reset(order, caller));
  const kube = kubeOf(door);
  const reply = await door.service.reset(order, caller);
  if (reply.started === undefined) return writeReset(reply);
  const { server, token } = await kube.admit(reply.episode.episodeId);
  return { ...writeReset(reply), agentAccess: { kubeApiUrl: server, token } };
};

/** True when a reset asks for a door of the agent's own. */
export const wantsKube = (message: unknown): boolean => (message as ResetRequest).agentAccess?.kubeApi === true;

const kubeOf = ({ kube }: Door): KubeAccess => {
  if (kube === undefined) throw new DrillError("CAPABILITY_MISSING", "this server has no door to its clusters");
  return kube;
};

/** Reads a reset and refuses what the caller has no scope for. */
export const readReset = (door: Door, message: object): ResetOrder => {
  const order = door.read.reset(message);
  const holdout =
    order.task.kind === "uri" ? door.catalogue.find(order.task.uri)?.split === "holdout" : order.task.filter.splits?.includes("holdout");
  if (holdout) requireScope(door, "holdout", "split holdout");
  return order;
};

/** Makes a step. */
export const step = async (door: Door, message: object): Promise<StepResponse> =>
  writeStep(await door.service.step(door.read.step(message)), door.scopes.has("eval"));

/** Computes views. */
export const observe = async (door: Door, message: object): Promise<ObserveResponse> =>
  writeObserve(await door.service.observe(door.read.observe(message)));

/** Reads, or settles, the score. */
export const reward = async (door: Door, message: object): Promise<RewardResponse> => {
  const order = door.read.reward(message);
  if (order.explain) requireScope(door, "eval", "explain");
  return writeReward(await door.service.reward(order), door.scopes.has("eval"));
};

/** Renews leases. */
export const heartbeat = (door: Door, message: object): HeartbeatResponse => {
  const { episodeIds, leaseTtlMs } = door.read.heartbeat(message);
  return {
    leases: door.service.heartbeat(episodeIds, leaseTtlMs).map(writeLease),
    serverState: door.service.isDraining() ? "STATE_DRAINING" : "STATE_SERVING",
    serverTime: toTimestamp(door.clock.nowMs()),
  };
};

/** Lets an agent in to the Kubernetes API of its episode. */
export const getKubeconfig = async (door: Door, message: object): Promise<WireKubeconfig> => {
  const { kubeconfig, server, token } = await kubeOf(door).admit(door.read.kubeconfig(message).episodeId);
  return { kubeconfig, kubeApiUrl: server, token };
};

/** Releases a slot. */
export const close = async (door: Door, message: object): Promise<CloseResponse> =>
  writeClose(await door.service.close(door.read.close(message)));

/** Copies an episode. */
export const fork = async (door: Door, message: object, caller: Caller): Promise<ForkResponse> => {
  requireForkable(door, "Fork");
  const children = await door.service.fork(door.read.fork(message), caller);
  return { children: children.map((child) => (child instanceof DrillError ? { status: door.errors.toStatus(child) } : writeChild(child))) };
};

/** Replays an episode and compares. */
export const validate = async (door: Door, message: object): Promise<ValidateReport> => {
  requireForkable(door, "Validate");
  return writeReplay(await door.service.validate(door.read.validate(message)));
};

const requireForkable = ({ facts }: Door, rpc: string): void => {
  if (facts.backend !== "sim")
    throw new DrillError("CAPABILITY_MISSING", `${rpc} works on simulated clusters; this server runs ${facts.backend}`);
};
