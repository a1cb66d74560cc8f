import type { ModelUsage } from "../llm/model-usage.ts";
import type { SuiteEpisode } from "../tasks/suite.ts";
import { given } from "../trajectories/given.ts";
import type { Trajectory } from "../trajectories/trajectory.ts";
import type { EvalResult } from "./eval-result.ts";

/** Episode of an evaluation: one of a suite, and which of several with one task and seed. */
export interface EvalEpisode extends SuiteEpisode {
  readonly sample?: number;
}

/** Sums the trajectory of an episode up. @param usage that of the model that played */
export const toEvalResult = (trajectory: Trajectory, { name, task, seed, sample }: EvalEpisode, usage?: ModelUsage): EvalResult => {
  const { ending, components, steps, metrics, verdicts } = trajectory;
  const { passed = {} } = Object(verdicts) as { readonly passed?: Readonly<Record<string, boolean>> };
  const damage = components["collateral"]?.value;
  return {
    ...given("name", name),
    task,
    seed,
    ...given("sample", sample),
    trajectory_id: trajectory.trajectory_id,
    task_digest: trajectory.task.digest,
    difficulty: trajectory.task.difficulty,
    layers: trajectory.task.tags.flatMap((tag) => (tag.startsWith("layer:") ? [tag.slice("layer:".length)] : [])),
    ...given("return", trajectory.return === undefined ? undefined : round(trajectory.return)),
    ...given("success", ending?.success),
    ...given("diagnosed", passed["diagnosis"]),
    ...given("repaired", passed["mitigation"]),
    ...given("collateral", damage === undefined ? undefined : Math.abs(damage)),
    components: inOneOrder(components),
    steps: steps.length,
    ...given("api_requests", metrics["api_requests"]),
    // The last step of a policy is its submission, in which the world settles.
    virtual_ms: metrics["worked_ms"] ?? steps.at(-2)?.virtual_time_ms ?? 0,
    end_reason: ending?.end_reason ?? "",
    ...given("failure_reason", ending?.failure_reason),
    sample_valid: ending?.sample_valid ?? false,
    ...given("usage", usage),
  };
};

/** Components with their keys in one order, whether they were played now or read from a file. */
const inOneOrder = (components: EvalResult["components"]): EvalResult["components"] =>
  Object.fromEntries(
    Object.entries(components)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, { value, weight, contribution, status, kind, detail }]) => [
        name,
        { ...given("value", value), weight, ...given("contribution", contribution), status, kind, ...given("detail", detail) },
      ]),
  );

/** Rounds to 9 decimals: sums of decimal fractions are off by 1e-16. */
const round = (value: number): number => Math.round(value * 1e9) / 1e9;
