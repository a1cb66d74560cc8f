import { canonicalJson } from "#core/canonical-json.ts";
import type { RecordedObservation, Trajectory } from "./trajectory.ts";

/** The first difference between a replay and its recording. */
export interface Difference {
  /** Number of steps done; 0 is right after reset. */
  readonly step: number;
  /** A view's name, `state`, `reward`, `results`, `ending` or `length`. */
  readonly view: string;
  readonly recorded: string;
  readonly replayed: string;
  /** Excerpt around the first difference of two texts; missing where it does not help. */
  readonly at?: string;
}

/** Compares two records of one episode. @returns the first difference; undefined when there is none */
export const compareReplay = (recorded: Trajectory, replayed: Trajectory): Difference | undefined => {
  const initial = compareMoment(0, recorded.initial, replayed.initial);
  if (initial) return initial;
  for (const [i, step] of recorded.steps.entries()) {
    const twin = replayed.steps[i];
    if (twin === undefined) return { step: i, view: "length", recorded: `${recorded.steps.length} steps`, replayed: `${i} steps` };
    const difference =
      compareJson(i + 1, "results", step.results, twin.results) ??
      compareMoment(i + 1, step, twin) ??
      compareJson(i + 1, "reward", [step.reward, step.components], [twin.reward, twin.components]) ??
      compareJson(i + 1, "ending", step.ending, twin.ending);
    if (difference) return difference;
  }
  return compareJson(recorded.steps.length, "ending", [recorded.return, recorded.ending], [replayed.return, replayed.ending]);
};

interface Moment {
  readonly observation: RecordedObservation;
  readonly state_digest: string;
  readonly virtual_time_ms: number;
}

const compareMoment = (step: number, recorded: Moment, replayed: Moment): Difference | undefined => {
  for (const [i, view] of recorded.observation.views.entries()) {
    const twin = replayed.observation.views[i];
    if (view.digest === twin?.digest) continue;
    const at = firstDifference(view.text ?? view.json ?? "", twin?.text ?? twin?.json ?? "");
    return { step, view: view.name, recorded: view.digest, replayed: twin?.digest ?? "missing", ...(at === undefined ? {} : { at }) };
  }
  return (
    compareJson(step, "virtual_time", recorded.virtual_time_ms, replayed.virtual_time_ms) ??
    compareJson(step, "state", recorded.state_digest, replayed.state_digest)
  );
};

const compareJson = (step: number, view: string, recorded: unknown, replayed: unknown): Difference | undefined => {
  const [a, b] = [canonicalJson(recorded ?? null), canonicalJson(replayed ?? null)];
  if (a === b) return undefined;
  const at = firstDifference(a, b);
  return { step, view, recorded: excerpt(a, b), replayed: excerpt(b, a), ...(at === undefined ? {} : { at }) };
};

const EXCERPT_CHARS = 120;

/** The part of a text around its first difference from another. */
const excerpt = (text: string, other: string): string => {
  const start = Math.max(0, commonPrefix(text, other) - 20);
  return text.slice(start, start + EXCERPT_CHARS);
};

const firstDifference = (recorded: string, replayed: string): string | undefined => {
  const index = commonPrefix(recorded, replayed);
  const line = recorded.slice(0, index).split("\n").length;
  return recorded === replayed ? undefined : `line ${line}, character ${index - recorded.lastIndexOf("\n", index - 1)}`;
};

const commonPrefix = (a: string, b: string): number => {
  let index = 0;
  while (index < a.length && index < b.length && a[index] === b[index]) index++;
  return index;
};
