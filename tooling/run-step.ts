import { spawn } from "node:child_process";
import type { Shard, Step } from "./steps.ts";
import { NOTHING, type StepResult, type Tally } from "./summary.ts";

/** Circumstances in which a step runs. */
export interface RunOptions {
  /** File for its report. */
  readonly reportPath: string;
  /** Environment variables beside the process's own. */
  readonly env: Readonly<Record<string, string>>;
  /** Ends the program; missing: nothing does. */
  readonly stop?: AbortSignal;
  /** Part of its files; missing: all. */
  readonly shard?: Shard;
}

/** Runs a step. @returns its result, and what to show of its output: nothing where a quiet step passed */
export const runStep = async (step: Step, options: RunOptions): Promise<{ readonly result: StepResult; readonly output: string }> => {
  const absent = step.absent?.();
  if (absent !== undefined)
    return { result: { name: step.name, seconds: 0, tally: { ...NOTHING, skipped: 1 }, skips: [absent] }, output: "" };
  const startedAt = performance.now();
  const { succeeded, output } = await runProgram(step, options);
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    result: { name: step.name, seconds, ...countStep(step, options.reportPath, succeeded) },
    output: succeeded && !step.loud ? "" : output,
  };
};

const runProgram = (
  step: Step,
  { reportPath, env, shard, stop }: RunOptions,
): Promise<{ readonly succeeded: boolean; readonly output: string }> => {
  const [command, ...args] = step.command(reportPath, shard) as [string, ...string[]];
  const child = spawn(command, args, {
    cwd: step.cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    ...(stop && { signal: stop }),
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ succeeded: false, output: `${step.name} could not be started: ${error.message}` }));
    child.once("close", (status) => resolve({ succeeded: status === 0, output: Buffer.concat(chunks).toString() }));
  });
};

/**
 * Counts the tests of a step from its report; a step without one counts as one test. A failed step without a failed
 * test counts as one failure more.
 */
const countStep = (step: Step, reportPath: string, succeeded: boolean): { readonly tally: Tally; readonly skips: readonly string[] } => {
  const { tally, skips } = step.count?.(reportPath) ?? { tally: succeeded ? { ...NOTHING, passed: 1 } : NOTHING, skips: [] };
  return { tally: succeeded || tally.failed > 0 ? tally : { ...tally, failed: 1 }, skips };
};
