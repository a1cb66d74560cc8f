import { readAlerts } from "../actions/alerts-of.ts";
import type { Library } from "../catalogue/library.ts";
import { doNothing } from "./do-nothing.ts";
import type { Incident } from "./incident.ts";

/** Derives of an incident what nearly every episode asks for: its alerts, its digest, and what comes of doing nothing. */
export const prepareIncident = async (incident: Incident, library: Library): Promise<void> => {
  const { slot, task } = incident;
  await readAlerts(slot.agent);
  await slot.digest();
  // Disturbances are drawn for each episode.
  if (task.noise === undefined) await doNothing(incident, library);
};
