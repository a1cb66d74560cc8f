import { getByKey } from "../../apiserver/store/store.ts";
import type { World } from "../../kernel/world.ts";
import { runtimeOf } from "./pod-runtime.ts";
import { podContext } from "./pod-steps.ts";
import { isUnreported, planReport } from "./reports.ts";
import { publishStatus } from "./status.ts";
import { finalizePod } from "./terminate-pod.ts";

/** Reports the status of a pod once more after a refusal, and confirms its end when that is what is left to do. */
export const reportAgain = (world: World, podKey: string): void => {
  const runtime = runtimeOf(world, podKey);
  if (runtime === undefined || getByKey(world, "pods", podKey) === undefined) return;
  const context = podContext(world, podKey);
  // A kubelet that is down reports when it is back.
  if (context === undefined) return planReport(world, podKey, runtime.node);
  const seen = publishStatus(world, context.pod, runtime);
  if (!isUnreported(world, podKey) && runtime.isTornDown && seen.metadata.deletionTimestamp !== undefined) finalizePod(world, context);
};
