import { keepFor } from "#core/keep-for.ts";
import type { Incident } from "./incident.ts";

/** The same incident in a world in which nothing else disturbs: what its faults do by themselves. */
export const withoutNoise = (incident: Incident): Incident => (incident.task.noise === undefined ? incident : quietTwinOf(incident));

const quietTwinOf = keepFor((incident: Incident): Incident => ({ ...incident, task: { ...incident.task, noise: undefined } }));
