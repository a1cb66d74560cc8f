import type { EvalResult } from "../evaluations/eval-result.ts";

/** Creates the result of an episode that succeeded, for tests of what is made of results. */
export const makeResult = (problem: string, seed: number, given: Partial<EvalResult> = {}): EvalResult => ({
  task: `kubedrill://shop/${problem}?target=deployment/web`,
  seed: `${seed}`,
  task_digest: "d",
  return: 1,
  success: true,
  components: {},
  steps: 1,
  end_reason: "AGENT_SUBMITTED",
  sample_valid: true,
  ...given,
});
