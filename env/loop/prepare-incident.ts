import { readAlerts } from "../actions/alerts-of.ts";
import { doNothing } from "./do-nothing.ts";
import type { Incident } from "./incident.ts";

/** Derives of an incident what nearly every episode asks for: its alerts, its digest, and what comes of doing nothing. */
export const prepareIncident = async (incident: Incident): Promise<void> => {
  const { slot, noise } = incident;
  await readAlerts(slot.agent);
  await slot.digest();
  // The times of disturbances are drawn for each episode.
  if (noise.length === 0) await doNothing(incident);
};
