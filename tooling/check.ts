// `npm test`, `npm run test:all` and `npm run test:live`: runs the steps of tooling/steps.ts side by side, whatever the others said, and sums up at the end.
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { type CheckOptions, readCheckOptions } from "./check-options.ts";
import { openEarlierResults } from "./earlier-results.ts";
import { partOf, partsLeftOut } from "./part-of.ts";
import { runInLanes } from "./run-in-lanes.ts";
import { runStep } from "./run-step.ts";
import { leftOutIn, sampleVariables } from "./samples.ts";
import { STEPS, type Step } from "./steps.ts";
import { addTallies, NOTHING, renderStep, renderSummary, type StepResult } from "./summary.ts";

const main = async (): Promise<void> => {
  const options = readCheckOptions(process.argv.slice(2), STEPS);
  const scratch = mkdtempSync(join(tmpdir(), "kubedrill-check-"));
  const earlier = openEarlierResults(options);
  const steps = STEPS.filter((step) => isWanted(step, options));
  endStepsAtExit();
  const startedAt = performance.now();
  const results = await runInLanes(steps, availableParallelism(), async (step) => {
    const result = earlier.of(step) ?? (await runAndKeep(step, options, scratch, earlier.keep));
    console.log(renderStep(result));
    return result;
  });
  const leftOut = [...partsLeftOut(steps), ...leftOutIn(scratch)];
  rmSync(scratch, { recursive: true, force: true });
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(renderSummary(results, { seconds, leftOut, ...options }));
  const total = results.map((result) => result.tally).reduce(addTallies, NOTHING);
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
};

/** Servers that tests start make no incidents ahead, since they would keep the other steps from their core. */
const CALM = { KUBEDRILL_SERVER_PREPARE_WHILE_IDLE: "0" };

const stop = new AbortController();

/** Ends the running steps with this process, a signal's end included. */
const endStepsAtExit = (): void => {
  process.once("exit", () => stop.abort());
  process.once("SIGINT", () => process.exit(130));
  process.once("SIGTERM", () => process.exit(143));
};

const isWanted = (step: Step, { names, isWhole, shard }: CheckOptions): boolean => {
  if (names.length > 0) return names.includes(step.name);
  if (shard !== undefined && shard.index > 1 && step.folders === undefined) return false;
  return isWhole || !step.isLive;
};

const runAndKeep = async (
  step: Step,
  options: CheckOptions,
  scratch: string,
  keep: (step: Step, result: StepResult) => void,
): Promise<StepResult> => {
  console.log(`── ${step.name} …`);
  const reportPath = join(scratch, `${step.name.replaceAll(/\W+/g, "-")}.report`);
  const shard = partOf(step, options);
  const { result, output } = await runStep(step, {
    reportPath,
    env: { ...sampleVariables(options, scratch), ...CALM },
    stop: stop.signal,
    ...(shard && { shard }),
  });
  if (output !== "") process.stdout.write(`\n── ${step.name}\n${output}\n`);
  keep(step, result);
  return result;
};

await main();
