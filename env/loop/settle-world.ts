import type { CheckResult } from "#core/verdict.ts";
import { isRollingOut } from "#kube/checks/rolling-out.ts";
import type { Slot } from "#pool/backend.ts";
import { isWrite } from "./is-write.ts";
import type { Judge } from "./judge.ts";

/**
 * Lets the world settle after the agent's end: until all conditions hold, or nothing is rolled out any more and a defect is left that only a
 * write could mend. Back-off of pods is waited for where the defect is gone from what is written.
 *
 * @returns true if all conditions hold
 */
export const settleWorld = async (slot: Slot, judge: Judge): Promise<boolean> => {
  const { clock } = slot.admin;
  const endMs = clock.nowMs() + SETTLE_MAX_MS;
  const allHold = async (): Promise<boolean> => (await judge.judge()).every(({ held }) => held);
  for (let waitMs = WATCH_MS; ; waitMs = LOOK_MS) {
    if (await clock.until(allHold, { timeoutMs: Math.min(waitMs, endMs - clock.nowMs()) })) return true;
    if (clock.nowMs() >= endMs || (await isLeftBroken(slot, judge))) return false;
  }
};

/** True if waiting changes nothing: nobody writes any more, since the agent is gone and has left nothing behind that writes. */
const isLeftBroken = async (slot: Slot, judge: Judge): Promise<boolean> => {
  const writes = slot.audit().filter(isWrite);
  if (writes.some(({ object }) => WRITERS.test(object))) return false;
  // Commands on simulated nodes are in no audit log.
  const isUntouched = writes.length === 0 && (slot.isRealTime || slot.agent.runOnNode === undefined);
  if (!isDefectLeft(await judge.judge(), isUntouched)) return false;
  return !(await isRollingOut(slot.admin, slot.baseline.extent === "cluster" ? undefined : slot.namespace));
};

/** Objects that write others later. */
const WRITERS = /^(cronjobs|jobs|horizontalpodautoscalers)\b/;

/** True if there are defects, and each of several faults with one needs a write: what mends another may still take effect. */
const isDefectLeft = (checks: readonly CheckResult[], isUntouched: boolean): boolean => {
  const defects = checks.filter(({ group, held }) => group === "defect-gone" && !held);
  const byFault = Map.groupBy(defects, ({ name }) => name.slice(0, name.indexOf("/") + 1));
  return byFault.size > 0 && (isUntouched || [...byFault.values()].every((own) => own.some(({ needsWrite }) => needsWrite)));
};

/** Least time for which a world is watched, ms: on a real cluster users' errors in it stand for what is not watched. */
const WATCH_MS = 30_000;

/** Time between two looks at whether something is rolled out, ms. */
const LOOK_MS = 10_000;

/** Timeout until an app settles, ms: five minutes of back-off before a crashed container's next start, and a JVM's. */
const SETTLE_MAX_MS = 480_000;
