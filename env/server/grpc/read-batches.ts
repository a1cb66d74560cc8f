import { z } from "zod";
import { DrillError } from "#core/drill-error.ts";
import type { BatchBounds } from "../episodes/batch.ts";
import { dropMissing } from "./drop-missing.ts";
import { countField, durationField, idField, readWire } from "./read-wire.ts";
import { REQUEST_BOUNDS } from "./request-bounds.ts";

/** A batch of resets; items are validated one by one, so that errors are reported by item. */
export interface ResetBatchMessage extends BatchBounds {
  readonly items: readonly object[];
  readonly group?: { readonly template: object; readonly episodeIds: readonly string[] };
}

/** A batch of steps. */
export interface StepBatchMessage extends BatchBounds {
  readonly items: readonly object[];
}

/** Validates a batch of resets without its items. @throws DrillError FIELD_INVALID, BATCH_TOO_LARGE */
export const readResetBatch = (message: unknown): ResetBatchMessage => {
  const { items, group, ...bounds } = readWire(resetBatchSchema, message);
  return dropMissing({ ...readBounds(bounds, Math.max(items.length, group?.episodeIds.length ?? 0)), items, group });
};

/** Validates a batch of steps without its items. @throws DrillError FIELD_INVALID, BATCH_TOO_LARGE */
export const readStepBatch = (message: unknown): StepBatchMessage => {
  const { items, ...bounds } = readWire(stepBatchSchema, message);
  return { ...readBounds(bounds, items.length), items };
};

const batchFields = { minReady: countField(0, REQUEST_BOUNDS.batchItems).optional(), maxWait: durationField().optional() };
const itemField = z.custom<object>((item) => typeof item === "object" && item !== null);
const stepBatchSchema = z.object({ ...batchFields, items: z.array(itemField).default([]) });
const resetBatchSchema = z.object({
  ...batchFields,
  items: z.array(itemField).default([]),
  group: z
    .object({ template: z.custom<object>((value) => typeof value === "object").default({}), episodeIds: z.array(idField).default([]) })
    .optional(),
});

const readBounds = (
  { minReady, maxWait }: { readonly minReady?: number | undefined; readonly maxWait?: number | undefined },
  items: number,
): BatchBounds => {
  if (items > REQUEST_BOUNDS.batchItems) {
    const description = `holds ${items} items; the most is ${REQUEST_BOUNDS.batchItems}`;
    throw new DrillError("BATCH_TOO_LARGE", `the batch ${description}`, { violations: [{ field: "items", description }] });
  }
  return dropMissing({ minReady, maxWaitMs: maxWait });
};
