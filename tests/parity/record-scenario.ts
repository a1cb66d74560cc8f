import { compareRuns } from "./compare.ts";
import { agreedObjects, disagreedObjects } from "./final-objects.ts";
import type { Leg } from "./legs/leg.ts";
import { type Played, playScenario } from "./play-scenario.ts";
import { writeRecording } from "./recording.ts";
import { renderComparison } from "./render-comparison.ts";
import type { Scenario } from "./scenario.ts";

/** Runs a scenario twice on a real cluster, and records its answers if both runs agree. */
export const recordScenario = async (scenario: Scenario, leg: Leg): Promise<{ readonly isStable: boolean; readonly report: string }> => {
  const runs: Played[] = [];
  const times: number[] = [];
  try {
    for (let run = 0; run < RUNS; run += 1) {
      const start = performance.now();
      runs.push(await playScenario(scenario, leg));
      times.push(performance.now() - start);
    }
  } catch (error) {
    return { isStable: false, report: ` ${error}` };
  }
  const [first, ...others] = runs as [Played, ...Played[]];
  const unmet = first.steps.filter((step) => "held" in step && !step.held);
  const comparisons = others.map((other) => ({ ...compareRuns(scenario, { steps: first.steps }, other), seconds: 0 }));
  const isStable = unmet.length === 0 && comparisons.every(({ differences }) => differences.length === 0);
  if (!isStable)
    return {
      isStable,
      report: `\n${JSON.stringify(unmet, null, 1)}\n${comparisons.map((comparison) => renderComparison(comparison, true)).join("\n")}`,
    };
  const { kubernetes, kubectl } = (await leg.open(scenario.name)).facts.versions;
  const objects = runs.map((run) => run.objects);
  const open = disagreedObjects(objects);
  writeRecording(scenario, {
    meta: { kubernetes, kubectl, runs: RUNS, stable: true, seconds: Math.round(Math.min(...times) / 100) / 10 },
    steps: first.steps,
    objects: agreedObjects(objects),
    ...(Object.keys(open).length > 0 && { open }),
  });
  return { isStable, report: Object.keys(open).length > 0 ? ` (runs differ in ${JSON.stringify(open)})` : "" };
};

const RUNS = 2;
