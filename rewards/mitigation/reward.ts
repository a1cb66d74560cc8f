import type { CheckResult } from "#core/verdict.ts";
import { isBearable } from "../bearable-damage.ts";
import { PARTIAL_CREDIT } from "../partial-credit.ts";
import { potentialOf } from "../potential.ts";
import { defineReward, type EpisodeFacts, type Score } from "../reward.ts";

/**
 * 1 when every condition holds at the end; else 0.3 × the share of the repaired part of the defect, so that a trainer
 * that sees only returns has a slope, and 0 when anything was lost.
 *
 * In advance of the grade each step is paid for the conditions that it mended or broke. In a healthy episode there is
 * nothing to repair: the component can only take away what was earned, when the world is not left as healthy as it was.
 */
export default defineReward({
  name: "mitigation",
  kind: "TERMINAL",
  at: "end",
  range: [-1, 1],
  score: (facts) => {
    const { healthy, mitigation } = facts;
    if (mitigation === undefined) return { kind: "skipped", detail: "not judged" };
    if (mitigation.kind === "failed") return { kind: "failed", detail: mitigation.reason };
    const broken = mitigation.kind === "held" ? [] : mitigation.checks.filter((check) => !check.held);
    const detail = `violated: ${broken.map(({ name, evidence }) => `${name} (${evidence})`).join("; ")}`;
    if (healthy) return broken.length === 0 ? keepUndamaged(facts) : takeEarned(facts, detail);
    if (mitigation.kind === "held") return { kind: "scored", value: 1, detail: "all conditions hold" };
    if (broken.some(({ group }) => group === "nothing-lost")) return { kind: "scored", value: 0, detail };
    return { kind: "scored", value: PARTIAL_CREDIT * repairedShare(mitigation.checks, facts), detail };
  },
  advance: (facts) => (facts.healthy ? 0 : potentialOf(facts)),
});

/** Scores a world in which nothing had to be repaired: damage counts as broken even if no condition shows it yet. */
const keepUndamaged = (facts: EpisodeFacts): Score =>
  isBearable(facts.damage)
    ? { kind: "scored", value: 0, passed: true, detail: "nothing was to be repaired, and the world is as healthy as it was" }
    : takeEarned(facts, `damaged: ${facts.damage.map(({ object }) => object).join(", ")}`);

const takeEarned = ({ earned = 0 }: EpisodeFacts, detail: string): Score => ({
  kind: "scored",
  value: -Math.min(1, earned),
  passed: false,
  detail,
});

/** Share of the repaired conditions among those that the injection broke for good, so that doing nothing earns nothing. */
const repairedShare = (checks: readonly CheckResult[], { violatedAtStart, idle }: EpisodeFacts): number => {
  const lasting = violatedAtStart.filter((name) => idle?.steady.includes(name) !== false);
  const defects = checks.filter(({ group, name }) => group === "defect-gone" && lasting.includes(name));
  const total = defects.reduce((sum, { weight }) => sum + weight, 0);
  const held = defects.reduce((sum, { weight, held }) => sum + (held ? weight : 0), 0);
  return total === 0 ? 0 : held / total;
};
