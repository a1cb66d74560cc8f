import { DrillError } from "#core/drill-error.ts";
import type { Noise } from "#problems/problem.ts";
import type { Task } from "#problems/task.ts";
import type { Library } from "../catalogue/library.ts";
import type { Incident } from "./incident.ts";
import { createNoiseSchedule, type NoiseSchedule } from "./noise-schedule.ts";

/** Creates the schedule of an incident's disturbances from its start: the same for each episode, and for doing nothing. */
export const startNoise = (incident: Incident, library: Library): NoiseSchedule => {
  const { task, seed, startMs, place } = incident;
  return createNoiseSchedule({ generators: noiseOf(task, library), seed, startMs, place, spared: sparedNames(incident) });
};

/** Resolves the noise generators that a task names. */
export const noiseOf = ({ noise }: Task, library: Library): readonly Noise[] =>
  (noise === undefined ? [] : noise.split(",")).map((id) => {
    const generator = library.noise.find((candidate) => candidate.id === id);
    if (generator === undefined)
      throw new DrillError("TASK_UNKNOWN", `there is no noise "${id}"; there are ${library.noise.map((known) => known.id).join(", ")}`);
    return generator;
  });

const sparedNames = ({ truth, faults }: Incident): readonly string[] =>
  [...truth.map(({ resource }) => resource), ...faults.map(({ target }) => target)].map((resource) =>
    resource.slice(resource.lastIndexOf("/") + 1),
  );
