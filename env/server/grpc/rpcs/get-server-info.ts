import type { ServerInfo } from "#proto/gen/kubedrill/v1/ServerInfo.ts";
import type { ViewSpec as WireViewSpec } from "#proto/gen/kubedrill/v1/ViewSpec.ts";
import { toolProfileNames } from "../../episodes/check-order.ts";
import type { ViewSpec } from "../../episodes/server-facts.ts";
import { toDuration } from "../load-proto.ts";
import { REQUEST_BOUNDS } from "../request-bounds.ts";
import type { CallContext } from "../unary.ts";
import { writeBackend } from "../write-replies.ts";
import { SESSION_WINDOW_MAX } from "./session.ts";

/** Handles GetServerInfo. */
export const getServerInfo = (context: CallContext): ServerInfo => {
  const { facts, catalogue, slots, service, scopes } = context;
  return {
    serverVersion: facts.serverVersion,
    apiVersion: "v1",
    buildDigest: facts.buildDigest,
    runtime: facts.runtime,
    catalogueDigest: catalogue.digest,
    capabilities: [
      ...CAPABILITIES,
      ...(facts.backend === "sim" ? FORK_CAPABILITIES : []),
      ...(context.datasets === undefined ? [] : DATASET_CAPABILITIES),
      ...(context.kube === undefined ? [] : KUBE_CAPABILITIES),
      ...(service.hasJudge ? JUDGE_CAPABILITIES : []),
    ],
    backends: [
      {
        backend: writeBackend(facts.backend),
        slotsTotal: slots.slots,
        slotsFree: slots.free(),
        queueDepth: slots.depth(),
        queueDepthMax: slots.depthMax,
        determinism: facts.backend === "sim" ? "DETERMINISM_EXACT" : "DETERMINISM_STRUCTURAL",
        forkable: facts.backend === "sim",
      },
    ],
    limits: writeServerLimits(context),
    views: facts.views.map(writeViewSpec),
    rewardProfiles: [...facts.rewardProfiles],
    toolProfiles: [...toolProfileNames(facts.toolProfiles)],
    splits: [...facts.splits],
    scopes: [...scopes],
    state: service.isDraining() ? "STATE_DRAINING" : "STATE_SERVING",
    taskKeyId: context.taskSeal.keyId,
    serverId: context.serverId,
  };
};

const CAPABILITIES = ["session", "batch"];
const FORK_CAPABILITIES = ["fork.snapshot", "fork.replay", "validate"];
const DATASET_CAPABILITIES = ["dataset"];
const KUBE_CAPABILITIES = ["kubeconfig"];
const JUDGE_CAPABILITIES = ["judge"];

const writeServerLimits = ({ rules, messageBytesMax }: CallContext) => ({
  leaseTtlMin: toDuration(rules.ttlMinMs),
  leaseTtlDefault: toDuration(rules.ttlDefaultMs),
  leaseTtlMax: toDuration(rules.ttlMaxMs),
  lifetimeMax: toDuration(rules.lifetimeMaxMs),
  batchItemsMax: REQUEST_BOUNDS.batchItems,
  sessionWindowMax: SESSION_WINDOW_MAX,
  messageBytesMax,
  observationBytesMax: REQUEST_BOUNDS.observationBytes,
});

const writeViewSpec = ({ name, mediaType, schemaJson, deterministic, agentVisible, defaultJson }: ViewSpec): WireViewSpec => ({
  name,
  mediaType,
  schemaJson: schemaJson ?? "",
  deterministic,
  agentVisible,
  defaultJson: defaultJson ?? "",
});
