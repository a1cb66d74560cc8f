import { isMap } from "./json-value.ts";
import { groupElements } from "./list-elements.ts";
import type { ListType, MapType, MergeType } from "./merge-type.ts";
import type { PathElement } from "./path-element.ts";

/**
 * Merges an applied configuration into the live object; neither is changed.
 *
 * @returns the merged value; undefined if nothing is left of it
 */
export const mergeValues = (type: MergeType, live: unknown, applied: unknown): unknown => {
  switch (type.kind) {
    case "leaf":
      return keepApplied(live, applied);
    case "map":
      return type.isAtomic ? keepApplied(live, applied) : mergeMaps((name) => type.field(name) ?? othersOf(type), live, applied);
    case "list":
      return type.relation === "atomic" ? keepApplied(live, applied) : mergeLists(type, live, applied);
    case "untyped":
      return isMap(applied ?? live) ? mergeMaps(() => type, live, applied) : keepApplied(live, applied);
  }
};

const keepApplied = (live: unknown, applied: unknown): unknown => (applied === undefined ? live : applied);

const othersOf = ({ others }: MapType): MergeType => others ?? LEFT_ALONE;

/** Type of a field that is not declared, which is kept as it is. */
const LEFT_ALONE: MergeType = Object.freeze({ kind: "leaf", scalar: "untyped" });

const mergeMaps = (typeOf: (name: string) => MergeType, live: unknown, applied: unknown): unknown => {
  if (applied === undefined) return live;
  const old = isMap(live) ? live : {};
  const next = isMap(applied) ? applied : {};
  if (Object.keys(old).length === 0 && Object.keys(next).length === 0) return applied;
  const merged: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(old), ...Object.keys(next)])) {
    const value = mergeValues(typeOf(name), old[name], next[name]);
    if (value !== undefined) merged[name] = value;
  }
  return merged;
};

/**
 * Merges two lists element by element.
 *
 * The order is that of the applied list; elements that only the live list has keep their position between those that
 * both have.
 */
const mergeLists = (type: ListType, live: unknown, applied: unknown): unknown => {
  if (applied === undefined) return live;
  const olds = groupElements(type, Array.isArray(live) ? live : []);
  const nexts = groupElements(type, Array.isArray(applied) ? applied : []);
  if (olds.size === 0 && nexts.size === 0) return applied;
  const merged = orderOf(type, live, olds, nexts).flatMap(({ element, nth }) => {
    const old = olds.get(element);
    if (!nexts.has(element)) return [(old as readonly unknown[])[nth]];
    // What the live list has twice is replaced by what is applied.
    return [mergeValues(type.item, old?.length === 1 ? old[0] : undefined, nexts.get(element)?.[0])];
  });
  return merged.length > 0 ? merged : undefined;
};

interface Place {
  readonly element: PathElement;
  /** Index among several equal elements. */
  readonly nth: number;
}

const orderOf = (
  type: ListType,
  live: unknown,
  olds: ReadonlyMap<PathElement, unknown>,
  nexts: ReadonlyMap<PathElement, unknown>,
): readonly Place[] => {
  const left = placesOf(type, live);
  const right = [...nexts.keys()];
  const shared = right.filter((element) => olds.has(element));
  const placed = new Set<PathElement>();
  const order: Place[] = [];
  let l = 0;
  let r = 0;
  while (l < left.length || r < right.length) {
    const old = left[l];
    const next = right[r];
    if (old !== undefined && next !== undefined && old.element !== next && nexts.has(old.element) && isOutOfTurn(shared, old.element)) {
      l += 1;
    } else if (old !== undefined && old.element !== next && !nexts.has(old.element)) {
      order.push(old);
      l += 1;
    } else if (old !== undefined && old.element !== next && placed.has(old.element)) {
      l += 1;
    } else if (next !== undefined) {
      order.push({ element: next, nth: 0 });
      placed.add(next);
      if (old?.element === next) l += 1;
      if (shared[0] === next) shared.shift();
      r += 1;
    } else {
      l += 1;
    }
  }
  return order;
};

/** True for a live element that both lists have, but that is not the next one of the applied order. */
const isOutOfTurn = (shared: readonly PathElement[], element: PathElement): boolean => shared[0] !== undefined && shared[0] !== element;

const placesOf = (type: ListType, list: unknown): readonly Place[] => {
  const places: Place[] = [];
  const seen = new Map<PathElement, number>();
  for (const item of Array.isArray(list) ? list : []) {
    for (const element of groupElements(type, [item]).keys()) {
      const nth = seen.get(element) ?? 0;
      seen.set(element, nth + 1);
      places.push({ element, nth });
    }
  }
  return places;
};
