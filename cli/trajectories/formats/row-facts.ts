import type { Trajectory } from "../trajectory.ts";
import type { Features } from "./features.ts";

/** Types of the columns that say where a row is from. */
export const ROW_FACTS: Features = {
  trajectory_id: "string",
  group_id: "string",
  task_uri: "string",
  seed: "string",
  split: "string",
  policy: "string",
  return: "float64",
  success: "bool",
  end_reason: "string",
};

/** Those of these columns that spell the answer: a URI names the fault and its target. */
export const SPOILING_FACTS: readonly string[] = ["task_uri"];

/** Columns that say where a row is from, and how its episode went. */
export const factsOfRow = ({ trajectory_id, group_id, task, seed, behaviour, ending, return: total }: Trajectory) => ({
  trajectory_id,
  group_id: group_id ?? trajectory_id,
  task_uri: task.uri,
  seed,
  split: task.split,
  policy: behaviour.name,
  return: total,
  success: ending?.success === true,
  end_reason: ending?.end_reason ?? "",
});

/** True if it can be learnt from at all. */
export const isValid = ({ ending, return: total }: Trajectory): boolean => ending?.sample_valid === true && total !== undefined;

/** True if it is worth imitating. */
export const isWorthImitating = (trajectory: Trajectory): boolean => isValid(trajectory) && trajectory.ending?.success === true;
