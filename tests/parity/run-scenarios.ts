import pLimit from "p-limit";
import { type Comparison, compareRuns } from "./compare.ts";
import type { Leg } from "./legs/leg.ts";
import { playScenario } from "./play-scenario.ts";
import { readRecording } from "./recording.ts";
import type { Scenario } from "./scenario.ts";

/** Runs scenarios concurrently; those that need the cluster for themselves run afterwards, one by one. */
export const runSideBySide = async <T>(
  scenarios: readonly Scenario[],
  jobs: number,
  work: (scenario: Scenario) => Promise<T>,
): Promise<readonly T[]> => {
  const limit = pLimit(jobs);
  const shared = scenarios.filter(({ needs }) => needs.alone !== true);
  const results = await Promise.all(shared.map((scenario) => limit(() => work(scenario))));
  for (const scenario of scenarios.filter(({ needs }) => needs.alone === true)) results.push(await work(scenario));
  return results;
};

/** Plays scenarios on a leg and compares each with its recording; a scenario that cannot be played differs in every step. */
export const compareScenarios = async (
  scenarios: readonly Scenario[],
  leg: Leg,
  options: { readonly jobs: number; readonly onDone?: (comparison: Comparison) => void },
): Promise<readonly Comparison[]> =>
  runSideBySide(scenarios, options.jobs, async (scenario) => {
    const comparison = await compareScenario(scenario, leg);
    options.onDone?.(comparison);
    return comparison;
  });

const compareScenario = async (scenario: Scenario, leg: Leg): Promise<Comparison> => {
  const recording = readRecording(scenario);
  if (recording === undefined) throw new Error(`${scenario.name} has no recording; make one with npm run parity:record`);
  const start = performance.now();
  const seconds = (): number => Math.round((performance.now() - start) / 10) / 100;
  try {
    const played = await playScenario(scenario, leg);
    return { ...compareRuns(scenario, recording, played), seconds: seconds() };
  } catch (error) {
    const nothing = compareRuns(scenario, recording, { steps: [], objects: {} });
    return { ...nothing, differences: [{ step: "all", title: `${error}`, diff: [] }, ...nothing.differences], seconds: seconds() };
  }
};
