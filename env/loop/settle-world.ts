import type { CheckResult } from "#core/verdict.ts";
import type { Look } from "#kube/checks/oracle.ts";
import { isRollingOut } from "#kube/checks/rolling-out.ts";
import type { Slot } from "#pool/backend.ts";
import { isWrite } from "./is-write.ts";
import type { Judge } from "./judge.ts";

/**
 * Lets the world settle after the agent's end: until all conditions hold, or nothing is rolled out any more and a defect is left that only a
 * write could mend. Back-off of pods is waited for where the defect is gone from what is written.
 *
 * @returns the conditions as they were judged last
 */
export const settleWorld = async (slot: Slot, judge: Judge, looks: readonly Look[] = []): Promise<readonly CheckResult[]> => {
  const { clock } = slot.admin;
  const endMs = clock.nowMs() + SETTLE_MAX_MS;
  let checks: readonly CheckResult[] = [];
  const allHold = async (): Promise<boolean> => {
    checks = await judge.judge();
    return checks.every(({ held }) => held);
  };
  for (let waitMs = WATCH_MS; ; waitMs = LOOK_MS) {
    const isHealed = await clock.until(allHold, { timeoutMs: Math.min(waitMs, endMs - clock.nowMs()), everyMs: 0 });
    if (isHealed || clock.nowMs() >= endMs || (await isLeftBroken(slot, checks, looks))) return checks;
  }
};

/** True if waiting changes nothing: nobody writes any more, since the agent is gone and has left nothing behind that writes. */
const isLeftBroken = async (slot: Slot, checks: readonly CheckResult[], looks: readonly Look[]): Promise<boolean> => {
  if (leavesWriters(slot)) return false;
  const writes = slot.audit().filter(isWrite);
  if (await isRollingOut(slot.admin, slot.baseline.extent === "cluster" ? undefined : slot.namespace)) return false;
  const defects = checks.filter(({ group, held }) => group === "defect-gone" && !held);
  // Commands on simulated nodes are in no audit log.
  const isUntouched = writes.length === 0 && (slot.isRealTime || slot.agent.runOnNode === undefined);
  if (isUntouched && defects.length > 0) return true;
  const unmended = await unmendedFaults(slot, defects, looks);
  // What mends one of several faults may still take effect.
  return unmended.size > 0 && defects.every(({ name }) => unmended.has(faultOf(name)));
};

/** True if the agent has written objects that write others later. */
export const leavesWriters = (slot: Slot): boolean => slot.audit().some((record) => isWrite(record) && WRITERS.test(record.object));

const WRITERS = /^(cronjobs|jobs|horizontalpodautoscalers)\b/;

/** True if a defect is left that only a write could mend, and the agent has left nothing behind that writes. */
export const isLeftUnmended = async (slot: Slot, checks: readonly CheckResult[], looks: readonly Look[] = []): Promise<boolean> => {
  const defects = checks.filter(({ group, held }) => group === "defect-gone" && !held);
  return !leavesWriters(slot) && (await unmendedFaults(slot, defects, looks)).size > 0;
};

/** Faults that only a write could mend. */
const unmendedFaults = async (slot: Slot, defects: readonly CheckResult[], looks: readonly Look[]): Promise<ReadonlySet<string>> => {
  const unmended = new Set(defects.flatMap(({ name, needsWrite }) => (needsWrite ? [faultOf(name)] : [])));
  for (const { name, isWriteMissing } of looks)
    if (!unmended.has(faultOf(name)) && (await isWriteMissing((slot.fork?.() ?? slot).admin))) unmended.add(faultOf(name));
  return unmended;
};

/** The fault that a condition is of, where there are several. */
const faultOf = (name: string): string => name.slice(0, name.indexOf("/") + 1);

/** Least time for which a world is watched, ms: on a real cluster users' errors in it stand for what is not watched. */
const WATCH_MS = 30_000;

/** Time between two looks at whether something is rolled out, ms. */
const LOOK_MS = 10_000;

/** Timeout until an app settles, ms: five minutes of back-off before a crashed container's next start, and a JVM's. */
const SETTLE_MAX_MS = 480_000;
