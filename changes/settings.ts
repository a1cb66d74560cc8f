import { HOUR_MS, type Operation } from "./operation.ts";
import { patchDeployment } from "./roll-outs.ts";

/** Operations on a Deployment's settings that replace no pod, or give one more for a while. */
export const SETTINGS: readonly Operation[] = [
  {
    id: "history-limit",
    weight: 3,
    writes: ({ metadata }, rng, atMs) => [
      patchDeployment(metadata.name, atMs, rng.pick(["kubectl-edit", "kubectl-patch"]), { revisionHistoryLimit: rng.pick([2, 3, 5]) }),
    ],
  },
  {
    id: "deadline",
    weight: 3,
    writes: ({ metadata }, rng, atMs) => [
      patchDeployment(metadata.name, atMs, rng.pick(["kubectl-edit", "helm"]), { progressDeadlineSeconds: rng.pick([300, 900, 1200]) }),
    ],
  },
  {
    id: "pause-and-resume",
    weight: 3,
    lastsMs: 4 * HOUR_MS,
    writes: ({ metadata }, rng, atMs) => [
      patchDeployment(metadata.name, atMs, "kubectl-rollout", { paused: true }),
      patchDeployment(metadata.name, atMs + rng.int(60, 14_000) * 1000, "kubectl-rollout", { paused: null }),
    ],
  },
];
