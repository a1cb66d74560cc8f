import { keepFor } from "#core/keep-for.ts";
import type { Incident } from "./incident.ts";

/** The same incident in a world in which nothing else disturbs: what its faults do by themselves. */
export const withoutNoise = (incident: Incident): Incident => (incident.noise.length === 0 ? incident : quietTwinOf(incident));

const quietTwinOf = keepFor((incident: Incident): Incident => ({ ...incident, noise: [] }));
