import { digestText } from "#core/digest.ts";
import type { KeptValues } from "#core/kept-values.ts";
import type { DoNothing } from "./do-nothing.ts";
import { keyOf, type TaskIncident } from "./kept-incidents.ts";

/** Memory of one incident, which outlasts this thread. */
export interface IncidentRecall {
  /** Returns its start; undefined when it has to be simulated. */
  start(): KeptStart | undefined;
  keepStart(start: KeptStart): void;
  /** Returns what comes of doing nothing for so long, without noise; undefined when it has to be simulated. */
  doNothing(forMs: number): DoNothing | undefined;
  keepDoNothing(forMs: number, outcome: DoNothing): void;
}

/** Start of an incident. */
export interface KeptStart {
  /** Root of what was drawn: one that did not take was drawn again. */
  readonly seed: string;
  /** State of its slot, as the slot's image tells. */
  readonly state: unknown;
  /** Time of the injection, ms since the Unix epoch. */
  readonly injectedMs: number;
}

/** Opens the memory of one incident within that of all. */
export const recallIncident = (store: KeptValues<unknown>, incident: TaskIncident): IncidentRecall => {
  // A host may be opened for some of the variants alone, among which the seed then draws.
  const variants = incident.task.variants.map(({ id }) => id).join();
  const name = digestText(`${keyOf(incident)} ${variants}`).slice("sha256:".length, "sha256:".length + NAME_DIGITS);
  return {
    start: () => store.read(name) as KeptStart | undefined,
    keepStart: (start) => store.write(name, start),
    doNothing: (forMs) => store.read(`${name} idle ${forMs}`) as DoNothing | undefined,
    keepDoNothing: (forMs, outcome) => store.write(`${name} idle ${forMs}`, outcome),
  };
};

/** Enough digits that no two incidents share a name. */
const NAME_DIGITS = 32;
