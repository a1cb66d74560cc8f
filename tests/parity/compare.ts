import { lastingEvents } from "./final-objects.ts";
import { type Json, sortedJson, unnumbered } from "./normalise/normaliser.ts";
import type { Played } from "./play-scenario.ts";
import type { Recording, StepResult } from "./recording.ts";
import type { CompareMode, Scenario, Step } from "./scenario.ts";
import { unifiedDiff } from "./unified-diff.ts";

/** A step, or the objects at the end, that differs from the recording. */
export interface Difference {
  /** Number of the step from 1, or `objects`. */
  readonly step: string;
  /** Command or request of the step. */
  readonly title: string;
  readonly diff: readonly string[];
}

/** Comparison of a scenario with its recording. */
export interface Comparison {
  readonly scenario: string;
  /** Number of compared steps; a wait counts if it fails. */
  readonly total: number;
  readonly differences: readonly Difference[];
  readonly seconds: number;
}

/** Compares a run with its recording. */
export const compareRuns = (
  scenario: Scenario,
  recorded: Pick<Recording, "steps" | "objects" | "open">,
  played: Played,
): Omit<Comparison, "seconds"> => {
  let total = 0;
  const differences: Difference[] = [];
  scenario.steps.forEach((step, at) => {
    const mode = ("compare" in step && step.compare) || "all";
    const [expected, got] = [viewOf(recorded.steps[at], mode), viewOf(played.steps[at], mode)];
    if (mode === "none" || ("until" in step && expected === got)) return;
    total += 1;
    if (expected !== got) differences.push({ step: `${at + 1}`, title: titleOf(step), diff: unifiedDiff(expected, got) });
  });
  if (recorded.objects !== undefined) {
    total += 1;
    const diff = objectsDiff(recorded, played.objects);
    if (diff.length > 0) differences.push({ step: "objects", title: "the objects at the end", diff });
  }
  return { scenario: scenario.name, total, differences };
};

/** Title of a step: its command or request. */
export const titleOf = (step: Step): string => {
  if ("run" in step) return step.run;
  return "until" in step ? `until ${step.until.run} matches ${step.until.matches}` : `objects ${step.objects.join(", ")}`;
};

const viewOf = (result: StepResult | undefined, mode: CompareMode): string => {
  if (result === undefined || mode === "none") return "";
  if ("objects" in result) return sortedJson(result.objects as Json, 1);
  if ("until" in result) return result.held ? "held\n" : `did not hold${result.last === undefined ? "" : `; last:\n${result.last}`}\n`;
  const { exit, stdout, stderr } = result;
  if (mode === "exit") return `exit ${exit}\n`;
  if (mode === "stdout") return `${stdout}exit ${exit}\n`;
  if (mode === "sorted") return `${sortedLines(stdout)}\n--- stderr\n${sortedLines(stderr)}\nexit ${exit}\n`;
  return `${stdout}${stderr === "" ? "" : `--- stderr\n${stderr}`}exit ${exit}\n`;
};

const sortedLines = (text: string): string => unnumbered(text).split("\n").sort().join("\n");

/** Compares objects: each recorded one must exist unchanged, and no other beside those on which the recorded runs differ. */
const objectsDiff = ({ objects = {}, open = {} }: Pick<Recording, "objects" | "open">, played: Played["objects"]): readonly string[] =>
  [...new Set([...Object.keys(objects), ...Object.keys(played)])].sort().flatMap((kind) => {
    const [listed, shown] = [objects[kind] ?? [], played[kind] ?? []];
    if (typeof listed === "string" || typeof shown === "string") return unifiedDiff(`${listed}`, `${shown}`);
    const [expected, got] = kind === "events" ? [lastingEvents(listed, objects), lastingEvents(shown, objects)] : [listed, shown];
    const left = got.map((object) => sortedJson(object, 1));
    const missing = expected.map((object) => sortedJson(object, 1)).filter((text) => !take(left, text));
    const changed = missing.flatMap((text) => [`${kind}:`, ...unifiedDiff(text, takeLikest(left, text))]);
    return left.length <= (open[kind] ?? 0) ? changed : [...changed, ...left.flatMap((text) => [`${kind}:`, ...unifiedDiff("", text)])];
  });

const take = (texts: string[], text: string): boolean => {
  const at = texts.indexOf(text);
  if (at >= 0) texts.splice(at, 1);
  return at >= 0;
};

/** Takes the object with the most lines in common with a missing one. */
const takeLikest = (texts: string[], text: string): string => {
  const lines = new Set(text.split("\n"));
  const likeness = (other: string): number =>
    other.split("\n").filter((line) => lines.has(line)).length / (other.split("\n").length + lines.size);
  const [likest = ""] = [...texts].sort((a, b) => likeness(b) - likeness(a));
  take(texts, likest);
  return likest;
};
