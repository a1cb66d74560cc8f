import type { CheckResult } from "#core/verdict.ts";
import { defineReward } from "../reward.ts";

/**
 * 1 when every condition holds at the end; else 0.3 × the share of the repaired part of the defect, so that a trainer
 * that sees only returns has a slope, and 0 when anything was lost.
 */
export default defineReward({
  name: "mitigation",
  kind: "TERMINAL",
  at: "end",
  range: [0, 1],
  score: ({ healthy, mitigation, violatedAtStart, persisting = violatedAtStart }) => {
    if (healthy) return { kind: "skipped", detail: "nothing is wrong in this episode" };
    if (mitigation === undefined) return { kind: "skipped", detail: "not judged yet" };
    if (mitigation.kind === "failed") return { kind: "failed", detail: mitigation.reason };
    if (mitigation.kind === "held") return { kind: "scored", value: 1, detail: "all conditions hold" };
    const broken = mitigation.checks.filter((check) => !check.held);
    const detail = `violated: ${broken.map(({ name, evidence }) => `${name} (${evidence})`).join("; ")}`;
    if (broken.some(({ group }) => group === "nothing-lost")) return { kind: "scored", value: 0, detail };
    return { kind: "scored", value: PARTIAL_CREDIT * repairedShare(mitigation.checks, persisting), detail };
  },
});

const PARTIAL_CREDIT = 0.3;

/** Share of the repaired conditions among those that the injection broke for good, so that doing nothing earns nothing. */
const repairedShare = (checks: readonly CheckResult[], persisting: readonly string[]): number => {
  const defects = checks.filter(({ group, name }) => group === "defect-gone" && persisting.includes(name));
  const total = defects.reduce((sum, { weight }) => sum + weight, 0);
  const held = defects.reduce((sum, { weight, held }) => sum + (held ? weight : 0), 0);
  return total === 0 ? 0 : held / total;
};
