import type { World } from "../../kernel/world.ts";
import { REPORT } from "../node/kubelet-timers.ts";

/** Plans another report of a pod after a refusal: a kubelet sends what it could not report every 10 s. */
export const planReport = (world: World, podKey: string, node: string): void => {
  const phaseMs = world.rng(`kubelet/report/${node}`).int(0, PERIOD_MS - 1);
  const periods = Math.floor((world.nowMs() - phaseMs) / PERIOD_MS) + 1;
  world.setTimerNoLaterThan(REPORT, podKey, periods * PERIOD_MS + phaseMs);
};

const PERIOD_MS = 10_000;

/** True while the API server has not taken the last status of a pod. */
export const isUnreported = (world: World, podKey: string): boolean => world.map<true>(UNREPORTED).has(podKey);

/** Notes whether the API server has taken a pod's status. */
export const noteReport = (world: World, podKey: string, isTaken: boolean): void => {
  const unreported = world.map<true>(UNREPORTED);
  if (!isTaken) unreported.set(podKey, true);
  else if (unreported.size > 0) unreported.delete(podKey);
};

const UNREPORTED = "kubelet/unreported";
