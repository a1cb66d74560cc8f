import type { Baseline } from "#kube/app/baseline.ts";
import { judgeOperations } from "#kube/checks/operations.ts";
import type { Trial } from "#kube/checks/oracle.ts";
import type { Place, Symptom } from "./injector.ts";
import { replayTrigger, type Timeline } from "./timeline.ts";

/** Creates the symptom that users still fail after the trigger. @param through name of a component that they pass; missing: all */
export const usersFail = (place: Place, through?: string): Symptom => ({
  name: "users-fail",
  isSeen: async (view) => !(await judgeOperations(view, place, through)).held,
});

/** Creates the trial that the app serves again by itself when the trigger has come once more. @param through as of `usersFail` */
export const servesAfterTrigger = ({ namespace, app }: Baseline, timeline: Timeline, through?: string): Trial =>
  replayTrigger(namespace, timeline, {
    isWell: (view) => judgeOperations(view, { app, namespace }, through),
    withinMs: RECOVERY_MS,
  });

/** Longest time until the app serves again after the trigger, ms. */
const RECOVERY_MS = 120_000;
