import { readAlerts } from "../actions/alerts-of.ts";
import { doNothing } from "./do-nothing.ts";
import type { Episode } from "./episode.ts";
import type { Incident } from "./incident.ts";
import { withoutNoise } from "./without-noise.ts";

/** Derives of an incident what nearly every episode asks for: its alerts, its digest, and what comes of doing nothing. */
export const prepareIncident = async (incident: Incident): Promise<void> => {
  const { slot } = incident;
  await readAlerts(slot.agent);
  await slot.digest();
  // The times of disturbances are drawn for each episode.
  await doNothing(withoutNoise(incident));
};

/**
 * Derives what comes of doing nothing before an episode begins, if it is scored by that, since it takes as long as dozens of steps. Where
 * nothing can be copied it is estimated from what users saw until the agent's first write, and asked for when it is needed.
 */
export const prepareEpisode = async ({ incident, ledger: { base } }: Episode): Promise<void> => {
  const isScored = (base["slo"] ?? 0) > 0 || (base["mitigation"] ?? 0) > 0;
  if (!isScored || incident.slot.fork === undefined) return;
  await doNothing(withoutNoise(incident));
  await doNothing(incident);
};
