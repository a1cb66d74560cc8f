import { drawProbedSets } from "../probed-sets.ts";
import type { DrawTwins } from "../twin.ts";

/** Idle workloads with probes of management ports. */
export const twins: DrawTwins = (rng, baseline) => drawProbedSets(rng, baseline, "livenessProbe", ["/healthz", "/health", "/livez"]);
