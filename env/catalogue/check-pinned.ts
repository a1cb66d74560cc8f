import { z } from "zod";
import { DrillError } from "#core/drill-error.ts";
import { nearestNames } from "#core/nearest-names.ts";
import type { Injector } from "#injectors/injector.ts";
import type { TaskUri } from "#problems/task-uri.ts";

/**
 * Rejects pinned parameters that no fault of the task has, and values that theirs cannot have: they would change the name of a task
 * and nothing of what is played.
 *
 * @throws DrillError TASK_UNKNOWN with the parameters that there are, and the nearest
 */
export const checkPinned = ({ pinned, problem }: TaskUri, injectors: readonly Injector[]): void => {
  const known = injectors.flatMap((injector, i) =>
    Object.entries(shapeOf(injector)).map(([name, schema]) => ({ name: injectors.length === 1 ? name : `${i + 1}.${name}`, schema })),
  );
  const names = known.map(({ name }) => name);
  for (const [name, value] of Object.entries(pinned)) {
    // The only fault may be numbered as well.
    const found = known.find((parameter) => parameter.name === name || (injectors.length === 1 && `1.${parameter.name}` === name));
    if (found === undefined) throw unknown(name, problem, names);
    const fault = faultOf(found.schema, value);
    if (fault !== undefined) throw new DrillError("TASK_UNKNOWN", `${name}=${value} is no value of ${problem}: ${fault}`);
  }
};

const shapeOf = ({ params }: Injector): Readonly<Record<string, z.ZodType>> => (params instanceof z.ZodObject ? params.shape : {});

const unknown = (name: string, problem: string, names: readonly string[]): DrillError => {
  const all = [...new Set([...names, ...GENERAL])];
  const near = nearestNames(name, all);
  // Of several faults each has its own; whoever leaves out the number means one of them.
  const numbered = names.filter((known) => known.endsWith(`.${name}`));
  const meant = numbered.length > 0 ? numbered : near;
  const hint = meant.length === 0 ? `; there are ${all.join(", ")}` : `; did you mean ${meant.join(" or ")}?`;
  return new DrillError("TASK_UNKNOWN", `"${name}" is no parameter of ${problem}${hint}`);
};

/** Parameters that every task has. */
const GENERAL = ["target", "noise", "decoys", "twins", "rights", "variant"];

/** Says what is wrong with a value, which is text or the JSON of one; undefined if nothing is. */
const faultOf = (schema: z.ZodType, value: string): string | undefined => {
  const asText = schema.safeParse(value);
  if (asText.success || schema.safeParse(parseJson(value)).success) return undefined;
  return asText.error.issues[0]?.message ?? "it does not fit";
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
