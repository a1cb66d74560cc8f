import { z } from "zod";
import type { EpisodeRow } from "#viewer/protocol.ts";
import { appOf, problemOf } from "../tasks/choose-tasks.ts";
import { TRAJECTORY_SCHEMA } from "../trajectories/trajectory.ts";
import { type Span, scanMembers } from "./scan-members.ts";

/** Reads the row of a line that holds a trajectory, and of it only the members that the row needs. @returns what is wrong, if anything is */
export const rowOfLine = (
  bytes: Buffer,
  place: { readonly key: string; readonly run: number },
): EpisodeRow | { readonly damage: string } => {
  const members = scanMembers(bytes, [0, bytes.length]);
  if (members === undefined) return { damage: "is no JSON object" };
  const facts: Record<string, unknown> = {};
  for (const name of NEEDED) {
    const span = members.get(name);
    if (span !== undefined) facts[name] = parse(bytes, span);
  }
  if (facts["schema"] !== TRAJECTORY_SCHEMA) return { damage: `its "schema" is not ${TRAJECTORY_SCHEMA}` };
  const { data, error } = factsSchema.safeParse(facts);
  if (error !== undefined) return { damage: `${error.issues[0]?.path.join(".")}: ${error.issues[0]?.message}` };
  return toRow(data, place);
};

const factsSchema = z.looseObject({
  trajectory_id: z.string(),
  group_id: z.string().optional(),
  task: z.looseObject({ uri: z.string(), split: z.string(), tags: z.array(z.string()), difficulty: z.number().optional() }),
  seed: z.string(),
  behaviour: z.looseObject({ name: z.string(), model: z.string().optional() }),
  return: z.number().optional(),
  ending: z.looseObject({ end_reason: z.string(), success: z.boolean().optional() }).optional(),
  metrics: z.looseObject({ steps: z.number(), virtual_ms: z.number() }),
  components: z.record(z.string(), z.looseObject({ contribution: z.number().optional() })),
});

const NEEDED = ["schema", ...Object.keys(factsSchema.shape)];

const parse = (bytes: Buffer, [from, to]: Span): unknown => {
  try {
    return JSON.parse(bytes.toString("utf8", from, to));
  } catch {
    return undefined;
  }
};

const toRow = (
  { trajectory_id, group_id, task, seed, behaviour, ending, metrics, components, return: total }: z.output<typeof factsSchema>,
  place: { readonly key: string; readonly run: number },
): EpisodeRow => ({
  ...place,
  id: trajectory_id,
  ...(group_id !== undefined && { group: group_id }),
  ...factsOfTask(task.uri, task.tags),
  ...(task.difficulty !== undefined && { difficulty: task.difficulty }),
  split: task.split,
  seed,
  policy: behaviour.model === undefined ? behaviour.name : `${behaviour.name} ${behaviour.model}`,
  ...(total !== undefined && { return: total }),
  ...(ending?.success !== undefined && { success: ending.success }),
  end: ending?.end_reason ?? "none",
  steps: metrics.steps,
  minutes: metrics.virtual_ms / 60_000,
  parts: contributions(components),
});

/** Facts that the name of a task and its tags tell. */
export const factsOfTask = (uri: string, tags: readonly string[]): Pick<EpisodeRow, "task" | "app" | "faults" | "layers"> => {
  const problem = problemOf(uri);
  return {
    task: uri,
    app: appOf(uri),
    faults: problem === "healthy" || problem === "" ? [] : problem.split("+"),
    layers: tags.filter((tag) => tag.startsWith("layer:")).map((tag) => tag.slice("layer:".length)),
  };
};

/** Contributions of components by name; those that were not scored have none. */
export const contributions = (
  components: Readonly<Record<string, { readonly contribution?: number | undefined }>>,
): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(components).flatMap(([name, { contribution }]) => (contribution === undefined ? [] : [[name, contribution]])),
  );
