import { z } from "zod";

/** Says what is wrong with the first part of a trajectory that a replay cannot do without; undefined if nothing is. */
export const describeDamage = (value: unknown): string | undefined => {
  const issue = trajectorySchema.safeParse(value).error?.issues[0];
  if (issue === undefined) return undefined;
  const path = issue.path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
  return `${path.replace(/^\./, "")}: ${issue.message}`;
};

// Loose objects: readers keep keys that they do not know.
const viewSchema = z.looseObject({ name: z.string(), digest: z.string() });
const componentSchema = z.looseObject({ weight: z.number(), status: z.string() });
const namedComponents = z.array(componentSchema.extend({ name: z.string() }));
const momentSchema = z.looseObject({
  observation: z.looseObject({ views: z.array(viewSchema) }),
  state_digest: z.string(),
  virtual_time_ms: z.number(),
});
const actionSchema = z.looseObject({
  kind: z.enum(["tool", "text", "wait"]),
  name: z.string().optional(),
  arguments_json: z.string().optional(),
  text: z.string().optional(),
  wait_ms: z.number().optional(),
  timeout_ms: z.number().optional(),
});
const stepSchema = momentSchema.extend({
  index: z.number(),
  actions: z.array(actionSchema),
  results: z.array(z.looseObject({ status: z.string(), content: z.string() })),
  reward: z.number().optional(),
  components: namedComponents,
});
const trajectorySchema = z.looseObject({
  trajectory_id: z.string(),
  episode_id: z.string(),
  task: z.looseObject({ uri: z.string() }),
  provenance: z.looseObject({ build_digest: z.string() }),
  seed: z.string().regex(/^\d{1,20}$/, "give the decimal digits of an unsigned 64-bit integer"),
  options: z.looseObject({ views: z.array(z.looseObject({ name: z.string() })) }),
  limits: z.record(z.string(), z.number()),
  reward_profile: z.looseObject({ name: z.string() }),
  initial: momentSchema,
  steps: z.array(stepSchema),
  final: z.looseObject({ components: namedComponents }).optional(),
  requests: z
    .array(z.looseObject({ step_index: z.number(), virtual_time_ms: z.number(), method: z.string(), target: z.string() }))
    .optional(),
  ending: z.looseObject({ end_reason: z.string() }).optional(),
  return: z.number().optional(),
  components: z.record(z.string(), componentSchema),
});
