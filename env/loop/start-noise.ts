import type { Incident } from "./incident.ts";
import { createNoiseSchedule, type NoiseSchedule } from "./noise-schedule.ts";
import { plannedActs } from "./planned-acts.ts";
import { sparedComponents } from "./spared-components.ts";

/** Creates the schedule of an incident's disturbances, and of what its faults do later, from its start: the same for each episode, and for doing nothing. */
export const startNoise = ({ noise, seed, startMs, injectedMs, place, faults }: Incident): NoiseSchedule =>
  createNoiseSchedule({
    generators: noise,
    planned: plannedActs(faults, place, injectedMs, startMs),
    seed,
    startMs,
    place,
    spared: [...sparedComponents(place.app, faults)],
  });
