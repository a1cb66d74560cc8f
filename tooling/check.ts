// `npm test`: runs every step of tooling/steps.ts, whatever the others said, and sums up at the end.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { STEPS, type Step } from "./steps.ts";
import { addTallies, NOTHING, renderSummary, type StepResult, type Tally } from "./summary.ts";

const main = (): void => {
  const reports = mkdtempSync(join(tmpdir(), "kubedrill-check-"));
  const wanted = process.argv.slice(2);
  const steps = STEPS.filter((step) => wanted.length === 0 || wanted.includes(step.name));
  const results = steps.map((step) => runStep(step, join(reports, `${step.name.replaceAll(" ", "-")}.report`)));
  rmSync(reports, { recursive: true, force: true });
  console.log(renderSummary(results));
  const total = results.map((result) => result.tally).reduce(addTallies, NOTHING);
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
};

const runStep = (step: Step, reportPath: string): StepResult => {
  const absent = step.absent?.();
  if (absent !== undefined) return { name: step.name, seconds: 0, tally: { ...NOTHING, skipped: 1 }, skips: [absent] };
  process.stdout.write(`\n── ${step.name}\n`);
  const startedAt = performance.now();
  const [command, ...args] = step.command(reportPath) as [string, ...string[]];
  const child = spawnSync(command, args, { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"], ...step.options });
  const seconds = (performance.now() - startedAt) / 1000;
  const succeeded = child.status === 0;
  if (!succeeded || step.loud) process.stdout.write(`${child.stdout ?? ""}${child.stderr ?? ""}`);
  if (child.error) process.stdout.write(`${step.name} could not be started: ${child.error.message}\n`);
  return { name: step.name, seconds, ...countStep(step, reportPath, succeeded) };
};

/**
 * Counts the tests of a step from its report; a step without one counts as one test. A failed step without a failed
 * test counts as one failure more.
 */
const countStep = (step: Step, reportPath: string, succeeded: boolean): { readonly tally: Tally; readonly skips: readonly string[] } => {
  const { tally, skips } = step.count?.(reportPath) ?? { tally: succeeded ? { ...NOTHING, passed: 1 } : NOTHING, skips: [] };
  return { tally: succeeded || tally.failed > 0 ? tally : { ...tally, failed: 1 }, skips };
};

main();
