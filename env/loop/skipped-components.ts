import { SLO_SPAN_MS } from "#problems/traffic.ts";
import { isNoticeable } from "#rewards/noticeable.ts";
import { doNothing } from "./do-nothing.ts";
import type { Episode } from "./episode.ts";
import { withoutNoise } from "./without-noise.ts";

/** Lists the terminal components with weight that do not apply to an episode: `slo` if users do not notice the fault. */
export const skippedComponents = async ({ incident, ledger }: Episode): Promise<readonly string[]> => {
  if (incident.truth.length === 0 || (ledger.base["slo"] ?? 0) === 0) return [];
  const traffic = await doNothing(withoutNoise(incident));
  if (traffic === undefined) return ["slo"];
  const avoidable = traffic.errors - incident.errorRateBefore * SLO_SPAN_MS;
  return isNoticeable(avoidable, traffic.requests) ? [] : ["slo"];
};
