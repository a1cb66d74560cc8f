import { z } from "zod";
import type { LeaseRules } from "#pool/leases/lease-book.ts";
import type { TaskFilter } from "../../catalogue/catalogue-protocol.ts";
import type { ViewRequest } from "../../host/episode-protocol.ts";
import type { CloseOrder, ForkOrder, ResetOrder, RewardOrder, StepOrder, TaskChoice, ValidateOrder } from "../episodes/episode-orders.ts";
import { dropMissing } from "./drop-missing.ts";
import { type ResetBatchMessage, readResetBatch, readStepBatch, type StepBatchMessage } from "./read-batches.ts";
import { createForkReader, readValidate } from "./read-copies.ts";
import { createResetReader } from "./read-reset.ts";
import { observeSchema, readStep } from "./read-step.ts";
import { listTasksSchema, sampleTasksSchema } from "./read-tasks.ts";
import { digestToken, tokenField } from "./read-token.ts";
import { durationField, idField, listField, optionalText, readWire } from "./read-wire.ts";

/** Parsers of protobuf messages into orders of the episode service; each throws a DrillError FIELD_INVALID that names fields. */
export interface OrderReaders {
  reset(message: unknown): ResetOrder;
  step(message: unknown): StepOrder;
  observe(message: unknown): { readonly episodeId: string; readonly views?: readonly ViewRequest[] };
  reward(message: unknown): RewardOrder;
  heartbeat(message: unknown): { readonly episodeIds: readonly string[]; readonly leaseTtlMs?: number };
  kubeconfig(message: unknown): { readonly episodeId: string };
  agentAccess(message: unknown): { readonly episodeId: string };
  close(message: unknown): CloseOrder;
  fork(message: unknown): ForkOrder;
  validate(message: unknown): ValidateOrder;
  resetBatch(message: unknown): ResetBatchMessage;
  stepBatch(message: unknown): StepBatchMessage;
  toolProfile(message: unknown): { readonly name?: string };
  listTasks(message: unknown): { readonly filter: TaskFilter; readonly pageSize: number; readonly pageToken?: string };
  sampleTasks(message: unknown): { readonly choice: Extract<TaskChoice, { kind: "draw" }>; readonly n: number; readonly repeats: number };
}

/** Creates the parsers with the server's bounds of leases. */
export const createOrderReaders = (rules: LeaseRules): OrderReaders => {
  const leaseTtl = durationField({ minMs: rules.ttlMinMs, maxMs: rules.ttlMaxMs });
  const heartbeatSchema = z.object({ episodeIds: heartbeatIds, leaseTtl: leaseTtl.optional() });
  return {
    reset: createResetReader(leaseTtl),
    step: readStep,
    observe: (message) => dropMissing(readWire(observeSchema, message)),
    reward: (message) => readWire(rewardSchema, message),
    heartbeat: (message) => {
      const { episodeIds, leaseTtl: leaseTtlMs } = readWire(heartbeatSchema, message);
      return dropMissing({ episodeIds, leaseTtlMs });
    },
    kubeconfig: (message) => readWire(episodeSchema, message),
    agentAccess: (message) => readWire(episodeSchema, message),
    close: (message) => {
      const { closeToken, ...order } = readWire(closeSchema, message);
      return dropMissing({ ...order, closeTokenDigest: digestToken(closeToken) });
    },
    fork: createForkReader(leaseTtl),
    validate: readValidate,
    resetBatch: readResetBatch,
    stepBatch: readStepBatch,
    toolProfile: (message) => dropMissing(readWire(toolProfileSchema, message)),
    listTasks: (message) => dropMissing(readWire(listTasksSchema, message)),
    sampleTasks: (message) => {
      const { filter, sampler, n, repeats } = readWire(sampleTasksSchema, message);
      return { choice: { kind: "draw", filter, sampler }, n, repeats };
    },
  };
};

const heartbeatIds = listField("HeartbeatRequest.episodeIds", idField).default([]);
const toolProfileSchema = z.object({ name: optionalText(64) });
const episodeSchema = z.object({ episodeId: idField });
const switchField = z.boolean().default(false);
const rewardSchema = z.object({ episodeId: idField, finalize: switchField, explain: switchField, judge: switchField });
const closeSchema = z.object({ episodeId: idField, closeToken: tokenField.optional(), reason: optionalText(1_024) });
