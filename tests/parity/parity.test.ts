import { describe, expect, test } from "vitest";
import { checkRatchet, readKnown } from "./known-differences.ts";
import { findKubectl, NO_KUBECTL } from "./legs/find-kubectl.ts";
import { openLeg } from "./legs/legs.ts";
import { renderComparison, renderSummary } from "./render-comparison.ts";
import { compareScenarios } from "./run-scenarios.ts";
import { findScenarios, SCENARIOS } from "./scenario.ts";

const kubectl = findKubectl();
const LEGS = [
  { leg: "in-process", title: "the in-process kubectl on a simulated cluster", absent: undefined },
  { leg: "endpoint", title: "a real kubectl on a simulated cluster", absent: kubectl === undefined ? NO_KUBECTL : undefined },
];
const scenarios = findScenarios(SCENARIOS);

describe.each(LEGS)("$title", ({ leg, absent }) => {
  test.skipIf(absent !== undefined)(
    `answers as a real cluster did, but for what is listed${absent === undefined ? "" : ` (skipped: ${absent})`}`,
    async () => {
      const opened = await openLeg(leg);
      try {
        const first = await compareScenarios(scenarios, opened, { jobs: opened.jobs });
        const known = readKnown(leg);
        // Where a real program takes real time, one run may be unlucky: what differs is asked once more.
        const unlucky = new Set(
          [...checkRatchet(known, first).unknown, ...checkRatchet(known, first).mended].map((key) => key.split(" ")[0]),
        );
        const again = await compareScenarios(leg === "endpoint" ? scenarios.filter(({ name }) => unlucky.has(name)) : [], opened, {
          jobs: 1,
        });
        const second = checkRatchet(known, again);
        const { unknown, mended } = leg === "endpoint" ? second : checkRatchet(known, first);
        const told = (leg === "endpoint" ? again : first).filter(({ scenario }) => unknown.some((key) => key.startsWith(`${scenario} `)));
        console.log(`${opened.title}\n${renderSummary(first)}`);
        expect(unknown, `differ from a real cluster:\n${told.map((one) => renderComparison(one, true)).join("\n")}\n`).toEqual([]);
        expect(mended, `are equal now; take them off the list with node tests/parity/main.ts update --leg ${leg}`).toEqual([]);
      } finally {
        await opened.close();
      }
    },
  );
});
