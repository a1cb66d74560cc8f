import { DrillError } from "#core/drill-error.ts";
import type { DatasetMaker, DatasetOrder } from "../datasets/dataset-maker.ts";
import { dropMissing } from "./drop-missing.ts";
import { sampleTasksSchema } from "./read-tasks.ts";
import { countField, listField, optionalText, readWire, textField } from "./read-wire.ts";
import { REQUEST_BOUNDS } from "./request-bounds.ts";

/** Reads a request for a dataset. @throws DrillError FIELD_INVALID that names fields */
export const readDataset = (message: unknown, maker: DatasetMaker): DatasetOrder => {
  const { filter, sampler, ...order } = readWire(generateSchema, message);
  const { policies, repeats, offset, format, reference, rewardProfile: profile } = order;
  for (const policy of policies) requireName("policies", policy, maker.policies);
  requireName("format", format, ["native", ...maker.formats]);
  requireName("reference", reference, maker.agents);
  const group = policies.length * repeats;
  if (offset % group !== 0) refuse("offset", `is ${offset}; give next_offset of a row, which is a multiple of ${group} here`);
  return dropMissing({ ...order, profile, choice: { kind: "draw" as const, filter, sampler } });
};

const generateSchema = sampleTasksSchema.omit({ n: true, repeats: true }).extend({
  episodes: countField(1, REQUEST_BOUNDS.episodesPerDataset).default(1),
  policies: listField("GenerateTrajectoriesRequest.policies", textField(64)).default([]).transform(orExpert),
  repeats: countField(1, 64).default(1),
  format: optionalText(64).transform((format = "native") => format),
  offset: countField(0, REQUEST_BOUNDS.episodesPerDataset).default(0),
  rewardProfile: optionalText(64),
  maxSteps: countField(1, REQUEST_BOUNDS.steps).optional(),
  advantages: countField(0, REQUEST_BOUNDS.rolloutsPerState).default(0),
  reference: optionalText(64).transform((reference = "heuristic") => reference),
});

function orExpert(policies: readonly string[]): readonly string[] {
  return policies.length === 0 ? ["expert"] : policies;
}

const requireName = (field: string, name: string, known: readonly string[]): void => {
  if (!known.includes(name)) refuse(field, `is ${JSON.stringify(name)}; there are ${known.join(", ")}`);
};

const refuse = (field: string, description: string): never => {
  throw new DrillError("FIELD_INVALID", `${field} ${description}`, { violations: [{ field, description }] });
};
