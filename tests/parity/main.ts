import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Comparison } from "./compare.ts";
import { updateKnown } from "./known-differences.ts";
import { openLeg } from "./legs/legs.ts";
import { recordScenario } from "./record-scenario.ts";
import { readRecording } from "./recording.ts";
import { renderComparison, renderSummary } from "./render-comparison.ts";
import { compareScenarios, runSideBySide } from "./run-scenarios.ts";
import { findScenarios, SCENARIOS } from "./scenario.ts";

const USAGE = `node tests/parity/main.ts compare [--leg in-process|endpoint|real|in-process-real] [--only GROUP/NAME]… [--verbose] [--json FILE] [--jobs N]
node tests/parity/main.ts record  [--only GROUP/NAME]… [--missing] [--jobs N]
node tests/parity/main.ts live    [--only GROUP/NAME]… [--verbose]
node tests/parity/main.ts update  [--leg in-process|endpoint] [--only GROUP/NAME]…    rewrites the list of known differences

Legs on a real cluster need KUBEDRILL_TEST_KUBECONFIG; legs with a real kubectl take the one of KUBEDRILL_TEST_KUBECTL, else of PATH.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    folder: { type: "string", default: SCENARIOS },
    leg: { type: "string", default: "in-process" },
    only: { type: "string", multiple: true, default: [] },
    verbose: { type: "boolean", default: false },
    missing: { type: "boolean", default: false },
    json: { type: "string" },
    jobs: { type: "string" },
  },
});

const compare = async (legName: string, onCompared?: (comparisons: readonly Comparison[]) => void): Promise<boolean> => {
  const leg = await openLeg(legName);
  const scenarios = findScenarios(values.folder, values.only).filter((scenario) => readRecording(scenario) !== undefined);
  const onDone = (comparison: Comparison): void => console.log(renderComparison(comparison, values.verbose));
  try {
    const comparisons = await compareScenarios(scenarios, leg, { jobs: Number(values.jobs ?? leg.jobs), onDone });
    console.log(`\n${leg.title}\n${renderSummary(comparisons)}`);
    onCompared?.(comparisons);
    if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(comparisons, null, 1)}\n`);
    return comparisons.every(({ differences }) => differences.length === 0);
  } finally {
    await leg.close();
  }
};

const record = async (): Promise<boolean> => {
  const leg = await openLeg("real");
  const scenarios = findScenarios(values.folder, values.only).filter(
    (scenario) => !values.missing || readRecording(scenario) === undefined,
  );
  let done = 0;
  const outcomes = await runSideBySide(scenarios, Number(values.jobs ?? leg.jobs), async (scenario) => {
    const { isStable, report } = await recordScenario(scenario, leg);
    done += 1;
    console.log(`[${done}/${scenarios.length}] ${scenario.name}: ${isStable ? "ok" : "NOT RECORDED"}${report}`);
    return isStable;
  });
  console.log(`${outcomes.filter((ok) => ok).length} recorded, ${outcomes.filter((ok) => !ok).length} not`);
  return outcomes.every((ok) => ok);
};

const live = async (): Promise<boolean> => {
  let isEqual = true;
  for (const leg of ["real", "endpoint", "in-process", "in-process-real"]) isEqual = (await compare(leg)) && isEqual;
  return isEqual;
};

const update = async (): Promise<boolean> => {
  await compare(values.leg, (comparisons) => updateKnown(values.leg, comparisons));
  return true;
};

const commands: Readonly<Record<string, () => Promise<boolean>>> = { compare: () => compare(values.leg), record, live, update };
const command = commands[positionals[0] ?? ""];
if (command === undefined) process.stderr.write(USAGE);
process.exitCode = command !== undefined && (await command()) ? 0 : 1;
