import type { Incident } from "./incident.ts";
import { createNoiseSchedule, type NoiseSchedule } from "./noise-schedule.ts";
import { sparedComponents } from "./spared-components.ts";

/** Creates the schedule of an incident's disturbances from its start: the same for each episode, and for doing nothing. */
export const startNoise = ({ noise, seed, startMs, place, faults }: Incident): NoiseSchedule =>
  createNoiseSchedule({ generators: noise, seed, startMs, place, spared: [...sparedComponents(place.app, faults)] });
