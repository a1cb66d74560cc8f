import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { Comparison } from "./compare.ts";

/** Steps of one leg that are known to differ from the recording, with their reason. */
export interface KnownDifferences {
  readonly reason: string;
  /** True: they differ in some runs only. */
  readonly sometimes?: boolean;
  /** Numbers of steps, from 1, by `group/name`; `objects` for those at the end. */
  readonly steps: Readonly<Record<string, readonly (number | string)[]>>;
}

/** Comparison of a run with the list of known differences. */
export interface Ratchet {
  /** Steps that differ and are not listed. */
  readonly unknown: readonly string[];
  /** Steps that are listed and equal now. */
  readonly mended: readonly string[];
}

/** Reason of differences that nobody has examined yet. */
const UNEXPLAINED = "not looked at yet";

/** Reads the list of a leg. */
export const readKnown = (leg: string): readonly KnownDifferences[] =>
  existsSync(pathOf(leg)) ? ((parse(readFileSync(pathOf(leg), "utf8")) as readonly KnownDifferences[] | null) ?? []) : [];

/** Compares the differences with the list; scenarios that were not run are ignored. */
export const checkRatchet = (known: readonly KnownDifferences[], comparisons: readonly Comparison[]): Ratchet => {
  const differing = new Set(comparisons.flatMap(keysOf));
  const played = new Set(comparisons.map(({ scenario }) => scenario));
  const listed = new Map(known.flatMap((entry) => keysOfEntry(entry).map((key) => [key, entry] as const)));
  return {
    unknown: [...differing].filter((key) => !listed.has(key)),
    mended: [...listed]
      .filter(([key, { sometimes }]) => sometimes !== true && played.has(scenarioOf(key)) && !differing.has(key))
      .map(([key]) => key),
  };
};

/** Rewrites the list: steps that still differ keep their reasons. */
export const updateKnown = (leg: string, comparisons: readonly Comparison[]): void => {
  const differing = new Set(comparisons.flatMap(keysOf));
  const played = new Set(comparisons.map(({ scenario }) => scenario));
  const known = readKnown(leg);
  const kept = known.map((entry) => ({
    ...entry,
    keys: keysOfEntry(entry).filter((key) => entry.sometimes === true || !played.has(scenarioOf(key)) || differing.has(key)),
  }));
  const listed = new Set(kept.flatMap(({ keys }) => keys));
  const fresh = [...differing].filter((key) => !listed.has(key));
  const rest = kept.find(({ reason }) => reason === UNEXPLAINED);
  const groups = [...kept.filter((entry) => entry !== rest), { reason: UNEXPLAINED, keys: [...(rest?.keys ?? []), ...fresh] }].filter(
    ({ keys }) => keys.length > 0,
  );
  const entries = groups.map(({ keys, reason, ...entry }) => ({
    reason,
    ...("sometimes" in entry && entry.sometimes === true && { sometimes: true }),
    steps: stepsOf(keys),
  }));
  writeFileSync(pathOf(leg), entries.map(renderEntry).join(""));
};

/** Renders a scenario as one line. */
const renderEntry = ({ reason, sometimes, steps }: KnownDifferences): string => {
  const lines = Object.entries(steps).map(([scenario, numbers]) => `    ${scenario}: [${numbers.join(", ")}]\n`);
  return `- reason: ${JSON.stringify(reason)}\n${sometimes === true ? "  sometimes: true\n" : ""}  steps:\n${lines.join("")}`;
};

const pathOf = (leg: string): string => join(import.meta.dirname, "known-differences", `${leg}.yaml`);

const keysOf = ({ scenario, differences }: Comparison): readonly string[] => differences.map(({ step }) => `${scenario} ${step}`);

const keysOfEntry = ({ steps }: KnownDifferences): readonly string[] =>
  Object.entries(steps).flatMap(([scenario, numbers]) => numbers.map((number) => `${scenario} ${number}`));

const scenarioOf = (key: string): string => key.split(" ")[0] as string;

const stepsOf = (keys: readonly string[]): Readonly<Record<string, readonly (number | string)[]>> => {
  const steps = new Map<string, (number | string)[]>();
  for (const key of [...keys].sort(byPlace)) {
    const [scenario = "", step = ""] = key.split(" ");
    steps.set(scenario, [...(steps.get(scenario) ?? []), /^\d+$/.test(step) ? Number(step) : step]);
  }
  return Object.fromEntries(steps);
};

const byPlace = (left: string, right: string): number => {
  const [a = "", b = ""] = left.split(" ");
  const [c = "", d = ""] = right.split(" ");
  return a === c ? Number(b) - Number(d) || (b < d ? -1 : 1) : a < c ? -1 : 1;
};
