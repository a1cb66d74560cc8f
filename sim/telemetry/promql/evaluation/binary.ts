import { dropName, keepLabels, type Labels, labelsKey, METRIC_NAME, makeLabels, omitLabels, renderLabels } from "../labels.ts";
import { executionError } from "../promql-error.ts";
import type { BinaryExpr, VectorMatching } from "../syntax/expr.ts";
import { assertDistinct, type Sample, type Value } from "../value.ts";

/** Applies a binary operator to two evaluated operands. @throws PromqlError */
export const applyBinary = (expr: BinaryExpr, left: Value, right: Value): Value => {
  if (typeof left === "number" && typeof right === "number") return scalarResult(expr, left, right);
  if (typeof left === "number") return vectorScalar(expr, right as readonly Sample[], left, true);
  if (typeof right === "number") return vectorScalar(expr, left as readonly Sample[], right, false);
  const [lhs, rhs] = [left as readonly Sample[], right as readonly Sample[]];
  return SET_OPERATORS[expr.op]?.(expr.matching, lhs, rhs) ?? vectorVector(expr, lhs, rhs);
};

const ARITHMETIC: Readonly<Record<string, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "%": (a, b) => a % b,
  "^": (a, b) => a ** b,
  atan2: Math.atan2,
};

const COMPARE: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
};

const scalarResult = ({ op }: BinaryExpr, a: number, b: number): number => ARITHMETIC[op]?.(a, b) ?? (COMPARE[op]?.(a, b) ? 1 : 0);

const vectorScalar = (expr: BinaryExpr, vector: readonly Sample[], scalar: number, scalarLeft: boolean): readonly Sample[] => {
  const result: Sample[] = [];
  for (const sample of vector) {
    const [a, b] = scalarLeft ? [scalar, sample.value] : [sample.value, scalar];
    const computed = compute(expr, a, b, sample.value);
    if (computed !== undefined)
      result.push(keepsName(expr) ? { labels: sample.labels, value: computed } : { labels: dropName(sample.labels), value: computed });
  }
  return assertDistinct(result);
};

/** Value of one pair, undefined when a filter drops it. */
const compute = (expr: BinaryExpr, a: number, b: number, kept: number): number | undefined => {
  const arithmetic = ARITHMETIC[expr.op];
  if (arithmetic !== undefined) return arithmetic(a, b);
  const holds = (COMPARE[expr.op] as (a: number, b: number) => boolean)(a, b);
  if (expr.returnBool) return holds ? 1 : 0;
  return holds ? kept : undefined;
};

const keepsName = (expr: BinaryExpr): boolean => expr.op in COMPARE && !expr.returnBool;

/** The key by which elements find each other. */
const matchKey = (matching: VectorMatching, labels: Labels): string => {
  if (!matching.on && matching.labels.length === 0) return labelsKey(dropName(labels));
  if (!matching.on) return labelsKey(omitLabels(labels, matching.labels));
  let key = "";
  for (const name of matching.labels) key += `${labels[name] ?? ""}\u0002`;
  return key;
};

const SET_OPERATORS: Readonly<
  Record<string, (matching: VectorMatching, left: readonly Sample[], right: readonly Sample[]) => readonly Sample[]>
> = {
  and: (matching, left, right) => {
    const keys = new Set(right.map(({ labels }) => matchKey(matching, labels)));
    return left.filter(({ labels }) => keys.has(matchKey(matching, labels)));
  },
  unless: (matching, left, right) => {
    const keys = new Set(right.map(({ labels }) => matchKey(matching, labels)));
    return left.filter(({ labels }) => !keys.has(matchKey(matching, labels)));
  },
  or: (matching, left, right) => {
    const keys = new Set(left.map(({ labels }) => matchKey(matching, labels)));
    return [...left, ...right.filter(({ labels }) => !keys.has(matchKey(matching, labels)))];
  },
};

const vectorVector = (expr: BinaryExpr, left: readonly Sample[], right: readonly Sample[]): readonly Sample[] => {
  const { matching } = expr;
  const swapped = matching.card === "one-to-many";
  const [many, one] = swapped ? [right, left] : [left, right];
  const ones = indexOne(matching, one, swapped ? "left" : "right");
  const result: Sample[] = [];
  const used = new Map<string, Set<string>>();
  for (const sample of many) {
    const key = matchKey(matching, sample.labels);
    const partner = ones.get(key);
    if (partner === undefined) continue;
    assertSingle(used, key, matching);
    const [a, b] = swapped ? [partner.value, sample.value] : [sample.value, partner.value];
    const value = compute(expr, a, b, swapped ? b : a);
    if (value === undefined) continue;
    const labels = resultLabels(expr, sample.labels, partner.labels);
    assertUnique(used.get(key), labels, matching);
    result.push({ labels, value });
  }
  return result;
};

const indexOne = (matching: VectorMatching, one: readonly Sample[], side: string): ReadonlyMap<string, Sample> => {
  const index = new Map<string, Sample>();
  for (const sample of one) {
    const key = matchKey(matching, sample.labels);
    const other = index.get(key);
    if (other !== undefined) {
      const group = renderLabels(matching.on ? keepLabels(sample.labels, matching.labels) : omitLabels(sample.labels, matching.labels));
      throw executionError(
        `found duplicate series for the match group ${group} on the ${side} hand-side of the operation: [${renderFull(sample.labels)}, ${renderFull(other.labels)}];many-to-many matching not allowed: matching labels must be unique on one side`,
      );
    }
    index.set(key, sample);
  }
  return index;
};

const renderFull = (labels: Labels): string =>
  `{${Object.entries(labels)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join(", ")}}`;

/** Throws for repeated pairs of one-to-one matching, whether a filter drops them or not. */
const assertSingle = (used: Map<string, Set<string>>, key: string, { card }: VectorMatching): void => {
  if (card === "one-to-one" && used.has(key)) {
    throw executionError("multiple matches for labels: many-to-one matching must be explicit (group_left/group_right)");
  }
  if (!used.has(key)) used.set(key, new Set());
};

/** Throws for grouped pairs with equal result labels. */
const assertUnique = (seen: Set<string> | undefined, labels: Labels, { card }: VectorMatching): void => {
  if (card === "one-to-one" || seen === undefined) return;
  if (seen.has(labelsKey(labels))) throw executionError("multiple matches for labels: grouping labels must ensure unique matches");
  seen.add(labelsKey(labels));
};

const resultLabels = (expr: BinaryExpr, many: Labels, one: Labels): Labels => {
  const { matching } = expr;
  const named = keepsName(expr) ? many : dropName(many);
  if (matching.card === "one-to-one") {
    if (matching.on)
      return keepLabels(
        many,
        keepsName(expr) && matching.labels.includes(METRIC_NAME) ? [METRIC_NAME, ...matching.labels] : matching.labels,
      );
    return matching.labels.length === 0 ? named : makeLabels(Object.entries(named).filter(([name]) => !matching.labels.includes(name)));
  }
  if (matching.include.length === 0) return named;
  const merged: Record<string, string> = { ...named };
  for (const name of matching.include) merged[name] = one[name] ?? "";
  return makeLabels(Object.entries(merged));
};
