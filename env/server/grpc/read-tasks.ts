import { z } from "zod";
import type { TaskFilter } from "../../catalogue/catalogue-protocol.ts";
import type { TaskChoice } from "../episodes/episode-orders.ts";
import { dropMissing } from "./drop-missing.ts";
import { countField, enumField, finiteField, listField, mapField, optionalId, optionalText, seedField, textField } from "./read-wire.ts";
import { REQUEST_BOUNDS } from "./request-bounds.ts";

const SPLITS = ["train", "eval", "holdout"] as const;

const splitField = z.enum([...SPLITS, "all"], {
  error: ({ input }) => `is ${JSON.stringify(input)}; give train, eval, holdout or all`,
});

/** Splits that a filter names, `all` being every one of them. */
const splitsField = listField("TaskFilter.splits", splitField).transform((splits) => (splits.includes("all") ? [...SPLITS] : splits));

const filterSchema = z
  .object({
    splits: splitsField.optional(),
    tagsAll: listField("TaskFilter.tagsAll", textField(256)).optional(),
    tagsNone: listField("TaskFilter.tagsNone", textField(256)).optional(),
    difficultyMin: countField(1, 5).optional(),
    difficultyMax: countField(1, 5).optional(),
    backend: enumField("BACKEND", ["SIM", "NAMESPACES", "KIND"]),
    problemIds: listField("TaskFilter.problemIds", textField(256)).optional(),
  })
  .transform(({ backend, ...filter }): TaskFilter => dropMissing({ ...filter, backend: backend?.toLowerCase() }));

const samplerSchema = z
  .object({
    kind: enumField("KIND", ["BALANCED", "UNIFORM", "SHUFFLED", "SEQUENTIAL", "WEIGHTED", "CURRICULUM"]),
    seed: seedField.optional(),
    cursor: optionalText(4_096),
    weights: mapField("Sampler.weights", textField(256), finiteField.min(0, "is negative; give 0 or more")).default({}),
    curriculumId: optionalId,
  })
  .transform(({ kind = "BALANCED", seed, cursor, weights, curriculumId }, context) => {
    const refuse = (path: string, message: string): void => context.addIssue({ code: "custom", path: [path], message });
    if (kind === "CURRICULUM") refuse("kind", "is KIND_CURRICULUM; this server offers the other kinds");
    if (kind !== "CURRICULUM" && curriculumId !== undefined) refuse("curriculumId", `is of no use to KIND_${kind}; leave it out`);
    if (kind !== "WEIGHTED" && Object.keys(weights).length > 0)
      refuse("weights", `are of no use to KIND_${kind}; give KIND_WEIGHTED with them`);
    return dropMissing({ kind, seed, cursor, weights });
  });

/** Choice of a reset that names no task. */
export const DRAW_ANY: Extract<TaskChoice, { kind: "draw" }> = { kind: "draw", filter: {}, sampler: { kind: "BALANCED", weights: {} } };

/** Schema of the choice of a task: by name, or a draw. */
export const selectorSchema = z
  .object({
    taskUri: optionalText(2_048),
    draw: z.object({ filter: filterSchema.default({}), sampler: samplerSchema.default(DRAW_ANY.sampler) }).optional(),
  })
  .transform(({ taskUri, draw }): TaskChoice => {
    if (taskUri !== undefined) return { kind: "uri", uri: taskUri };
    return draw === undefined ? DRAW_ANY : { kind: "draw", ...draw };
  });

/** Schema of a request for a page of the catalogue. */
export const listTasksSchema = z.object({
  filter: filterSchema.default({}),
  pageSize: countField(1, REQUEST_BOUNDS.tasksPerPage).default(100),
  pageToken: optionalText(256),
});
/** Schema of a request for draws. */
export const sampleTasksSchema = z.object({
  filter: filterSchema.default({}),
  sampler: samplerSchema.default(DRAW_ANY.sampler),
  n: countField(1, REQUEST_BOUNDS.drawsPerCall).default(1),
  repeats: countField(1, 1_024).default(1),
});
