import { DrillError } from "#core/drill-error.ts";
import { createIncident, type Incident } from "#env/loop/incident.ts";
import type { OpenHost } from "#env/open/open-host.ts";
import type { LabelledIncident } from "./classify-metadata.ts";
import { metadataRows } from "./metadata-features.ts";

/** Number, seed and setting of the incidents to draw. */
export interface DrawRequest {
  readonly resets: number;
  /** Seed of the first incident; each of the others has the next one. */
  readonly seed: number;
  /** True: others work on the slot besides the fault. */
  readonly hasSurroundings: boolean;
  /** Missing: those of all applications. */
  readonly app?: string | undefined;
}

/** Resets single-fault tasks of all splits in turn, and yields the metadata of each as it is at the episode's start. */
export async function* drawLabelledIncidents(
  { catalogue, backend }: Pick<OpenHost, "catalogue" | "backend">,
  { resets, seed, hasSurroundings, app }: DrawRequest,
): AsyncGenerator<LabelledIncident> {
  const tasks = catalogue
    .list({ splits: ["train", "eval", "holdout"] })
    .map(({ uri }) => catalogue.taskOf(uri))
    .filter((task) => task.faults.length === 1 && (app === undefined || task.app === app));
  for (let i = 0; i < resets; i++) {
    const task = tasks[Math.floor((i * tasks.length) / resets)] as (typeof tasks)[number];
    const incident = await createIncident(task, `${seed + i}`, { backend, noise: [], decoys: [], hasSurroundings }).catch(isNotTaken);
    if (incident === undefined) continue;
    yield {
      task: task.uri,
      family: task.faults[0]?.injector.family ?? "",
      rows: await metadataRows(incident),
      targets: await targetsIn(incident),
    };
    await backend.release(incident.slot);
  }
}

/** A reset whose fault does not take is refused, and draws another. */
const isNotTaken = (cause: unknown): undefined => {
  if (cause instanceof DrillError && cause.code === "INJECTION_FAILED") return undefined;
  throw cause;
};

/** Objects of the slot that the incident's faults can be in. */
const targetsIn = async ({ faults, slot, place }: Incident): Promise<ReadonlySet<string>> => {
  const lists = await Promise.all(faults.map(({ injector }) => injector.targets(slot.admin, place)));
  return new Set(lists.flatMap(({ targets }) => targets.map(({ resource }) => resource)));
};
