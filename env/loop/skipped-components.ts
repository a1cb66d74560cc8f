import { SLO_SPAN_MS } from "#problems/traffic.ts";
import { isNoticeable } from "#rewards/noticeable.ts";
import { doNothing } from "./do-nothing.ts";
import type { Incident } from "./incident.ts";

/**
 * Lists the terminal components that do not apply to an incident: all but the diagnosis if nothing is wrong, and `slo`
 * if users do not notice the fault.
 */
export const skippedComponents = async (incident: Incident): Promise<readonly string[]> => {
  if (incident.truth.length === 0) return ["mitigation", "slo"];
  const traffic = await doNothing(incident);
  if (traffic === undefined) return ["slo"];
  const avoidable = traffic.errors - incident.errorRateBefore * SLO_SPAN_MS;
  return isNoticeable(avoidable, traffic.requests) ? [] : ["slo"];
};
