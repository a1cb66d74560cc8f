import type { ActionResult as WireResult } from "#proto/gen/kubedrill/v1/ActionResult.ts";
import type { Ending as WireEnding } from "#proto/gen/kubedrill/v1/Ending.ts";
import type { Limits } from "#proto/gen/kubedrill/v1/Limits.ts";
import type { Observation as WireObservation } from "#proto/gen/kubedrill/v1/Observation.ts";
import type { ObservationView as WireView } from "#proto/gen/kubedrill/v1/ObservationView.ts";
import type { RewardComponent as WireComponent } from "#proto/gen/kubedrill/v1/RewardComponent.ts";
import type { RewardReport as WireReport } from "#proto/gen/kubedrill/v1/RewardReport.ts";
import type { ToolSpec as WireTool } from "#proto/gen/kubedrill/v1/ToolSpec.ts";
import type {
  ActionResult,
  Ending,
  EpisodeLimits,
  Observation,
  ObservationView,
  RewardComponent,
  RewardReport,
  ToolSpec,
} from "../../host/episode-protocol.ts";
import { toDuration } from "./load-proto.ts";

/** Renders an observation as a message. */
export const writeObservation = ({ views, stepIndex, virtualMs, stepsLeft, virtualMsLeft }: Observation): WireObservation => ({
  views: views.map(writeView),
  stepIndex,
  virtualTime: toDuration(virtualMs),
  stepsLeft,
  virtualTimeLeft: toDuration(virtualMsLeft),
});

const writeView = ({ name, mediaType, body, truncated, originalBytes, digest }: ObservationView): WireView => {
  const view = { name, mediaType, truncated, originalBytes, digest };
  return mediaType === "application/json" ? { ...view, json: body } : { ...view, text: body };
};

/** Renders the result of an action. */
export const writeResult = ({ callId, status, content, errorCode, hadEffect, truncated, virtualCostMs }: ActionResult): WireResult => ({
  callId,
  status: `STATUS_${status}`,
  content,
  ...(errorCode === undefined ? {} : { errorCode }),
  hadEffect,
  truncated,
  virtualCost: toDuration(virtualCostMs),
});

/** Renders a reward; missing values stay unset. */
export const writeReport = ({ reward, components, returnSoFar, profile, profileDigest }: RewardReport): WireReport => ({
  ...(reward === undefined ? {} : { reward }),
  components: components.map(writeComponent),
  ...(returnSoFar === undefined ? {} : { returnSoFar }),
  profile,
  profileDigest,
});

const writeComponent = ({ name, value, weight, contribution, status, kind, detail }: RewardComponent): WireComponent => ({
  name,
  ...(value === undefined ? {} : { value }),
  weight,
  ...(contribution === undefined ? {} : { contribution }),
  status: `STATUS_${status}`,
  kind: `KIND_${kind}`,
  ...(detail === undefined ? {} : { detail }),
});

/** Renders an ending; null while the episode runs. */
export const writeEnding = (ending: Ending | undefined): WireEnding | null =>
  ending === undefined
    ? null
    : {
        terminated: ending.terminated,
        truncated: ending.truncated,
        endReason: `END_REASON_${ending.endReason}`,
        sampleValid: ending.sampleValid,
        ...(ending.success === undefined ? {} : { success: ending.success }),
        blame: `BLAME_${ending.blame}`,
        ...(ending.failureReason === undefined ? {} : { failureReason: ending.failureReason }),
      };

/** Renders limits. */
export const writeLimits = (limits: EpisodeLimits): Limits => ({
  maxSteps: limits.maxSteps,
  maxVirtualTime: toDuration(limits.maxVirtualMs),
  ...(limits.maxWallMs === null ? {} : { maxWallClock: toDuration(limits.maxWallMs) }),
  stepTimeout: toDuration(limits.stepTimeoutMs),
  maxStepTimeouts: limits.maxStepTimeouts,
  maxInvalidActions: limits.maxInvalidActions,
  maxObservationBytes: limits.maxObservationBytes,
  stepLatency: toDuration(limits.stepLatencyMs),
});

/** Renders a tool. */
export const writeTool = ({ name, description, inputSchema, mutating, contentMaxBytes }: ToolSpec): WireTool => ({
  name,
  description,
  inputSchemaJson: JSON.stringify(inputSchema),
  mutating,
  contentMaxBytes,
});
