import { DrillError } from "#core/drill-error.ts";
import type { CheckResult, Verdict } from "#core/verdict.ts";
import { verdictOf } from "#core/verdict.ts";
import type { Slot } from "#pool/backend.ts";
import { HOLD_ERROR_SHARE_MAX } from "#problems/traffic.ts";
import type { Incident } from "./incident.ts";
import type { Judge } from "./judge.ts";
import { settleWorld } from "./settle-world.ts";
import type { Stretch } from "./span-traffic.ts";
import { untilLasting } from "./until-lasting.ts";
import { isBroughtAbout, WORK_UNITS } from "./work-of-episode.ts";

/** Result of grading. */
export interface Graded {
  readonly verdict: Verdict;
  /** Span in which the repair had to hold; if the world did not settle, the whole time it was given. */
  readonly atRest: Stretch;
}

/**
 * Grades the world after the agent's end: it may settle, then all conditions must hold for a while, then the trials
 * run. A cluster that needs more work than the slot was granted is violated.
 *
 * Trials touch a fork where the backend can fork, else the slot itself, which is rolled back afterwards.
 * @param judge over the slot; missing: one that knows what was judged when the incident was made
 * @returns the verdict `failed` when a condition could not be judged
 * @throws DrillError SLOT_LOST when there is no world to judge
 */
export const gradeMitigation = async (incident: Incident, slot: Slot, judge: Judge = incident.judge.over(slot.admin)): Promise<Graded> => {
  const fromMs = slot.admin.clock.nowMs();
  const since = (beginMs: number): Stretch => ({ fromMs: beginMs, toMs: slot.admin.clock.nowMs() });
  try {
    return await settleHoldTry(incident, slot, judge, since);
  } catch (cause) {
    if (cause instanceof DrillError && cause.code === "SLOT_LOST") throw cause;
    if (isBroughtAbout(cause)) return { verdict: await judgeUnrest(slot, judge), atRest: since(fromMs) };
    return { verdict: { kind: "failed", reason: cause instanceof Error ? cause.message : `${cause}` }, atRest: since(fromMs) };
  }
};

const settleHoldTry = async (
  { oracle, errorRateBefore }: Incident,
  slot: Slot,
  judge: Judge,
  since: (beginMs: number) => Stretch,
): Promise<Graded> => {
  const { clock } = slot.admin;
  const fromMs = clock.nowMs();
  const allHold = async () => (await judge.judge()).every(({ held }) => held);
  const settled = verdictOf(await settleWorld(slot, judge, oracle.looks));
  if (settled.kind === "violated") return { verdict: settled, atRest: since(fromMs) };
  const heldFromMs = clock.nowMs();
  const isBroken = lastingBreach(slot, allHold);
  if ((await untilBroken(slot, isBroken, oracle.holdMs ?? HOLD_MS)) || !(await clock.until(allHold, { timeoutMs: breachMs(slot) })))
    return { verdict: verdictOf(await judge.judge()), atRest: since(fromMs) };
  const atRest = since(heldFromMs);
  const served = await judgeServed(slot, heldFromMs, errorRateBefore);
  const checks = [...(await judge.judge()), served, await judgeData(slot)];
  return { verdict: served.held ? verdictOf([...checks, ...(await runTrials(oracle.trials, slot))]) : verdictOf(checks), atRest };
};

/** A cluster that keeps itself busy beyond all bounds is not repaired, whatever else holds: nobody could work with it. */
const judgeUnrest = async (slot: Slot, judge: Judge): Promise<Verdict> => {
  slot.grantWork?.(WORK_UNITS.verdict);
  const known = await judge.judge().catch((): readonly CheckResult[] => []);
  return verdictOf([...known, UNREST]);
};

const UNREST: CheckResult = {
  name: "comes-to-rest",
  group: "service-restored",
  weight: 1,
  held: false,
  evidence: "the cluster kept itself busy beyond the limit of grading",
};

/** Time for which a repair must hold where the oracle names none, ms. */
const HOLD_MS = 360_000;

/** Lets time pass until a repair is broken. A world whose time can be taken back is looked at now and then: what is broken stays so for longer. */
const untilBroken = async ({ admin: { clock }, savepoint }: Slot, isBroken: () => Promise<boolean>, timeoutMs: number): Promise<boolean> =>
  savepoint === undefined ? await clock.until(isBroken, { timeoutMs }) : await untilLasting({ clock, savepoint }, isBroken, timeoutMs);

/** Creates a predicate that is true once some condition has been violated for as long as it takes to count. */
const lastingBreach = (slot: Slot, allHold: () => Promise<boolean>): (() => Promise<boolean>) => {
  const { clock } = slot.admin;
  let sinceMs: number | undefined;
  return async () => {
    const areHeld = await allHold();
    sinceMs = areHeld ? undefined : (sinceMs ?? clock.nowMs());
    return sinceMs !== undefined && clock.nowMs() - sinceMs >= breachMs(slot);
  };
};

/**
 * Time for which a condition must be violated to count while a repair has to hold, ms: on a real cluster, a probe that comes too late on
 * a busy node is nobody's doing; what is broken stays so for longer.
 */
const breachMs = ({ isRealTime }: Slot): number => (isRealTime ? 10_000 : 0);

/** Checks that users were served; those that a real cluster failed before the injection are not the agent's. */
const judgeServed = async (slot: Slot, fromMs: number, errorRateBefore: number): Promise<CheckResult> => {
  const toMs = slot.admin.clock.nowMs();
  const { requests, errors } = await slot.traffic(fromMs, toMs);
  const ofCluster = slot.isRealTime ? errorRateBefore * (toMs - fromMs) : 0;
  const share = requests === 0 ? 0 : Math.max(0, errors - ofCluster) / requests;
  return {
    name: "users-served",
    group: "service-restored",
    weight: 1,
    held: share <= HOLD_ERROR_SHARE_MAX,
    evidence: `${(100 * share).toFixed(2)} % of requests failed while the repair had to hold; at most ${100 * HOLD_ERROR_SHARE_MAX} % may`,
  };
};

/** Checks the data of the stores: an empty store serves requests until one asks for its data. */
const judgeData = async (slot: Slot): Promise<CheckResult> => {
  const present = await slot.stores();
  const changed = Object.keys(slot.baseline.stores).filter((store) => present[store] !== slot.baseline.stores[store]);
  const evidence = changed.length === 0 ? "every store holds its data" : `${changed.join(", ")} lost or changed data`;
  return { name: "data-kept", group: "nothing-lost", weight: 1, held: changed.length === 0, evidence };
};

/** Runs each trial on a fork of its own, so that none is affected by another. */
const runTrials = async (trials: Incident["oracle"]["trials"], slot: Slot): Promise<readonly CheckResult[]> => {
  const results: CheckResult[] = [];
  const written = slot.audit().flatMap(({ object, status, dryRun }) => (status < 300 && !dryRun ? [object] : []));
  for (const { name, group, weight, run } of trials)
    results.push({ name, group, weight, ...(await run((slot.fork?.() ?? slot).admin, written)) });
  return results;
};
