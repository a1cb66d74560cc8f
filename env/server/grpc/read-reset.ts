import { z } from "zod";
import type { EpisodeLimits, EpisodeOptions } from "../../host/episode-protocol.ts";
import type { ResetOrder } from "../episodes/episode-orders.ts";
import { dropMissing } from "./drop-missing.ts";
import { DRAW_ANY, selectorSchema } from "./read-tasks.ts";
import { digestToken, tokenField } from "./read-token.ts";
import { viewField } from "./read-views.ts";
import {
  countField,
  durationField,
  enumField,
  finiteField,
  idField,
  jsonObjectField,
  listField,
  mapField,
  optionalId,
  optionalText,
  readWire,
  seedField,
  textField,
} from "./read-wire.ts";
import { REQUEST_BOUNDS } from "./request-bounds.ts";

/** Creates the parser of resets with the server's bounds of leases. */
export const createResetReader = (leaseTtl: z.ZodType<number>): ((message: unknown) => ResetOrder) => {
  const schema = createResetSchema(leaseTtl);
  return (message) => toResetOrder(readWire(schema, message));
};

const limitsSchema = z
  .object({
    maxSteps: countField(1, REQUEST_BOUNDS.steps).optional(),
    maxVirtualTime: durationField({ minMs: 1 }).optional(),
    maxWallClock: durationField({ minMs: 1 }).optional(),
    stepTimeout: durationField({ minMs: 1, maxMs: REQUEST_BOUNDS.stepTimeoutMs }).optional(),
    maxStepTimeouts: countField(1, 10_000).optional(),
    maxInvalidActions: countField(1, 10_000).optional(),
    maxObservationBytes: countField(1, REQUEST_BOUNDS.observationBytes).optional(),
    stepLatency: durationField().optional(),
  })
  .transform(
    ({ maxVirtualTime, maxWallClock, stepTimeout, stepLatency, ...counts }): Partial<EpisodeLimits> =>
      dropMissing({
        ...counts,
        maxVirtualMs: maxVirtualTime,
        maxWallMs: maxWallClock,
        stepTimeoutMs: stepTimeout,
        stepLatencyMs: stepLatency,
      }),
  );

const admissionSchema = z.object({
  mode: enumField("MODE", ["WAIT", "FAIL_FAST", "DEFER"]),
  queueTimeout: durationField().optional(),
  priority: countField(0, 9).optional(),
});

const createResetSchema = (leaseTtl: z.ZodType<number>) =>
  z.object({
    episodeId: idField,
    task: selectorSchema.default(DRAW_ANY),
    seed: seedField.optional(),
    limits: limitsSchema.default({}),
    leaseTtl: leaseTtl.optional(),
    groupId: optionalId,
    rewardProfile: optionalText(64),
    views: listField("ResetRequest.views", viewField).default([]),
    admission: admissionSchema.default({ mode: undefined }),
    closeToken: tokenField.optional(),
    replacesEpisodeId: optionalId,
    backend: enumField("BACKEND", ["SIM", "NAMESPACES", "KIND"]),
    toolProfile: optionalText(64),
    agentAccess: z.object({ mcp: z.boolean().optional(), kubeApi: z.boolean().optional(), telemetry: z.boolean().optional() }).optional(),
    labels: mapField("ResetRequest.labels", idField, textField(256)).default({}),
    optionsJson: jsonObjectField(16_384).default({}),
    rewardWeights: mapField("ResetRequest.rewardWeights", textField(64), finiteField).optional(),
    timeLimit: z.preprocess((given) => (given === "" ? undefined : given), z.enum(["graded", "truncated"]).optional()),
    leadTime: durationField({ minMs: 1_000, maxMs: 1_800_000 }).optional(),
  });

const toResetOrder = (message: z.output<ReturnType<typeof createResetSchema>>): ResetOrder => {
  const { mode = "WAIT", queueTimeout, priority = 5 } = message.admission;
  return dropMissing({
    episodeId: message.episodeId,
    task: message.task,
    seed: message.seed,
    play: toEpisodeOptions(message),
    leaseTtlMs: message.leaseTtl,
    groupId: message.groupId,
    admission: dropMissing({ mode, queueTimeoutMs: queueTimeout, priority }),
    closeTokenDigest: digestToken(message.closeToken),
    replacesEpisodeId: message.replacesEpisodeId,
    backend: message.backend?.toLowerCase(),
    labels: message.labels,
    params: message.optionsJson,
  });
};

const toEpisodeOptions = (message: z.output<ReturnType<typeof createResetSchema>>): EpisodeOptions =>
  dropMissing({
    limits: message.limits,
    profile: message.rewardProfile,
    weights: message.rewardWeights,
    views: message.views.length === 0 ? [{ name: "text" }] : message.views,
    toolProfile: message.toolProfile,
    timeLimit: message.timeLimit,
    leadMs: message.leadTime,
  });
