import type { KubeObject } from "#kube/types/meta.ts";
import type { World } from "../../kernel/world.ts";
import { type Labels, labelsKey, makeLabels } from "../promql/labels.ts";
import { type Matcher, matchesAll, type Series } from "../promql/series.ts";
import { type ObjectVersion, objectHistory, versionAt } from "./history/object-history.ts";
import type { ObjectFamily } from "./metric-family.ts";
import { STATE_TARGET } from "./scraped-jobs.ts";

interface RowSample {
  readonly labels: Labels;
  readonly value: number;
}

/** The series of an object family at scrape instants, oldest first. */
export const objectSeries = (
  world: World,
  family: ObjectFamily<never>,
  matchers: readonly Matcher[],
  instants: readonly number[],
): readonly Series[] => {
  const result: Series[] = [];
  const first = instants[0];
  const last = instants.at(-1);
  if (first === undefined || last === undefined) return result;
  for (const newest of objectHistory(world, family.resource).values()) {
    const version = lastNotAfter(newest, last);
    if (version === undefined) continue;
    if (version.fromMs > first) addChanging(result, { family, matchers, newest: version }, instants);
    else if (version.object !== undefined) addSteady(result, { family, matchers, object: version.object }, instants);
  }
  return result;
};

/** The label sets that a family had in a span of time. */
export const objectLabels = (
  world: World,
  family: ObjectFamily<never>,
  matchers: readonly Matcher[],
  span: { readonly fromMs: number; readonly toMs: number },
): readonly Labels[] => {
  const result: Labels[] = [];
  for (const newest of objectHistory(world, family.resource).values()) {
    let version = lastNotAfter(newest, span.toMs);
    while (version !== undefined) {
      if (version.object !== undefined)
        for (const { labels } of rowsOf(family, version.object)) if (matchesAll(matchers, labels)) result.push(labels);
      version = version.fromMs <= span.fromMs ? undefined : version.previous;
    }
  }
  return result;
};

const lastNotAfter = (newest: ObjectVersion, atMs: number): ObjectVersion | undefined => {
  let version: ObjectVersion | undefined = newest;
  while (version !== undefined && version.fromMs > atMs) version = version.previous;
  return version;
};

const addSteady = (
  result: Series[],
  wanted: { readonly family: ObjectFamily<never>; readonly matchers: readonly Matcher[]; readonly object: KubeObject },
  instants: readonly number[],
): void => {
  for (const { labels, value } of rowsOf(wanted.family, wanted.object)) {
    if (matchesAll(wanted.matchers, labels))
      result.push({ labels, timesMs: instants, values: instants.length === 1 ? [value] : new Array<number>(instants.length).fill(value) });
  }
};

interface Growing {
  readonly labels: Labels;
  readonly timesMs: number[];
  readonly values: number[];
  readonly staleAtMs: number[];
}

const addChanging = (
  result: Series[],
  wanted: { readonly family: ObjectFamily<never>; readonly matchers: readonly Matcher[]; readonly newest: ObjectVersion },
  instants: readonly number[],
): void => {
  const all = new Map<string, Growing>();
  let present: readonly Growing[] = [];
  for (const atMs of instants) {
    const object = versionAt(wanted.newest, atMs)?.object;
    const now =
      object === undefined
        ? []
        : rowsOf(wanted.family, object).flatMap((row) => (matchesAll(wanted.matchers, row.labels) ? [grow(all, row, atMs)] : []));
    for (const series of present) if (!now.includes(series)) series.staleAtMs.push(atMs);
    present = now;
  }
  result.push(...all.values());
};

const grow = (all: Map<string, Growing>, { labels, value }: RowSample, atMs: number): Growing => {
  const key = labelsKey(labels);
  let series = all.get(key);
  if (series === undefined) {
    series = { labels, timesMs: [], values: [], staleAtMs: [] };
    all.set(key, series);
  }
  series.timesMs.push(atMs);
  series.values.push(value);
  return series;
};

/** Samples of an object's state; objects are immutable, so they are derived once. */
export const rowsOf = (family: ObjectFamily<never>, object: KubeObject): readonly RowSample[] => {
  let byFamily = kept.get(object);
  if (byFamily === undefined) {
    byFamily = new Map();
    kept.set(object, byFamily);
  }
  let rows = byFamily.get(family.name);
  if (rows === undefined) {
    rows = (family as unknown as ObjectFamily)
      .rows(object)
      .map(([labels, value]) => ({ labels: shared({ ...labels, __name__: family.name, ...STATE_TARGET }), value }));
    byFamily.set(family.name, rows);
  }
  return rows;
};

const kept = new WeakMap<KubeObject, Map<string, readonly RowSample[]>>();

/** Labels with stable keys order; one object per distinct set while it is in use. */
const shared = (labels: Readonly<Record<string, string>>): Labels => makeLabels(Object.entries(labels));
