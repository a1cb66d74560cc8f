import { changeLog } from "../../apiserver/store.ts";
import { PROCESS_HISTORY, type ProcessRecord } from "../../apps/process.ts";
import { FLOW_HISTORY, type FlowRow } from "../../flow/flow-history.ts";
import type { PersistentLog } from "../../kernel/persistent-log.ts";
import type { World } from "../../kernel/world.ts";
import { monitoredNamespaces } from "../metrics/monitored-namespaces.ts";
import { lastChangeMs } from "../metrics/object-history.ts";
import { createWorldSource } from "../metrics/world-series.ts";
import type { Expr } from "../promql/expr.ts";
import { dropName, type Labels, labelsKey, makeLabels } from "../promql/labels.ts";
import { evaluateInstant } from "../promql/query.ts";
import type { Matcher, SeriesSource } from "../promql/series.ts";
import type { Sample } from "../promql/value.ts";
import { type AlertRule, alertRules } from "./alert-rules.ts";

/** One alert of a rule: its condition holds since `activeAtMs`. */
export interface ActiveAlert {
  readonly labels: Labels;
  readonly activeAtMs: number;
  readonly value: number;
  readonly state: "pending" | "firing";
}

/** A rule at an evaluation. */
export interface RuleState {
  readonly rule: AlertRule;
  readonly alerts: readonly ActiveAlert[];
}

/** All rules at one evaluation. */
export interface AlertState {
  readonly atMs: number;
  readonly rules: readonly RuleState[];
}

export const EVALUATION_INTERVAL_MS = 60_000;
/** Rules are evaluated at this offset in each minute, after the scrapes of the interval. */
const OFFSET_MS = 14_500;

/** The newest evaluation at or before an instant. */
const evaluationBefore = (atMs: number): number =>
  Math.floor((atMs - OFFSET_MS) / EVALUATION_INTERVAL_MS) * EVALUATION_INTERVAL_MS + OFFSET_MS;

/**
 * The rules as the newest evaluation left them.
 *
 * A state is a function of what happened before its instant, so it is kept with the last entries of the histories by
 * then: worlds that share this past share the state.
 */
export const alertState = (world: World): AlertState => {
  const atMs = evaluationBefore(world.nowMs() - 1);
  const beginMs = changeLog(world).at(0)?.atMs ?? Number.POSITIVE_INFINITY;
  if (atMs < beginMs) return { atMs, rules: [] };
  const past = pastAt(world, atMs);
  past.state ??= evaluateAll({ world, source: createSharedSource(createWorldSource(world)), atMs, beginMs });
  return past.state;
};

/** What was derived of everything that had happened by an evaluation. */
interface Past {
  state?: AlertState;
  readonly results: Map<AlertRule, readonly Sample[]>;
}

type Pasts = Map<number, Past>;
type ByRecord = WeakMap<object, Pasts>;
type ByRow = WeakMap<object, ByRecord>;

const kept = new WeakMap<object, ByRow>();

/** Stands for the last entry of a history that is still empty. */
const NONE = {};

const pastAt = (world: World, atMs: number): Past => {
  const change = lastUntil(changeLog(world), (entry) => entry.atMs, atMs);
  const row = lastUntil(world.log<FlowRow>(FLOW_HISTORY), (entry) => entry.fromMs, atMs);
  const record = lastUntil(world.log<ProcessRecord>(PROCESS_HISTORY), (entry) => entry.atMs, atMs);
  const byRow = getOrAdd(kept, change, () => new WeakMap() as ByRow);
  const byRecord = getOrAdd(byRow, row, () => new WeakMap() as ByRecord);
  const pasts = getOrAdd(byRecord, record, () => new Map() as Pasts);
  let past = pasts.get(atMs);
  if (past === undefined) {
    past = { results: new Map() };
    pasts.set(atMs, past);
  }
  return past;
};

const getOrAdd = <V>(map: WeakMap<object, V>, key: object, make: () => V): V => {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
};

const lastUntil = <T extends object>(log: PersistentLog<T>, timeOf: (entry: T) => number, atMs: number): object => {
  const last = log.last();
  if (last === undefined || timeOf(last) <= atMs) return last ?? NONE;
  return log.at(log.firstIndexWhere((entry) => timeOf(entry) > atMs) - 1) ?? NONE;
};

interface Evaluation {
  readonly world: World;
  readonly source: SeriesSource;
  readonly atMs: number;
  /** Before it there was nothing. */
  readonly beginMs: number;
}

const evaluateAll = (evaluation: Evaluation): AlertState => {
  const { world, atMs } = evaluation;
  const before = pastAt(world, atMs - EVALUATION_INTERVAL_MS).state;
  return {
    atMs,
    rules: alertRules(monitoredNamespaces(world, atMs)).map((rule) => {
      const result = resultOf(evaluation, rule, atMs);
      if (result.length === 0) return { rule, alerts: [] };
      const known = before?.rules.find((state) => state.rule.name === rule.name)?.alerts;
      const since = known === undefined ? sinceBySearch(evaluation, rule, result) : sinceKnown(known);
      return { rule, alerts: result.map((sample) => activeAlert(rule, sample, since, atMs)) };
    }),
  };
};

/** Since when each alert of a rule holds, by its labels. */
type Since = ReadonlyMap<string, number>;

const sinceKnown = (alerts: readonly ActiveAlert[]): Since =>
  new Map(alerts.map(({ labels, activeAtMs }) => [labelsKey(labels), activeAtMs]));

/** Goes back from evaluation to evaluation until none of the alerts holds any more. */
const sinceBySearch = (evaluation: Evaluation, rule: AlertRule, result: readonly Sample[]): Since => {
  const { atMs, beginMs } = evaluation;
  const keyOf = ({ labels }: Sample): string => labelsKey(alertLabels(rule, labels));
  const since = new Map<string, number>();
  let open = new Set(result.map(keyOf));
  for (let beforeMs = atMs - EVALUATION_INTERVAL_MS; open.size > 0 && beforeMs >= beginMs; beforeMs -= EVALUATION_INTERVAL_MS) {
    const present = new Set(resultOf(evaluation, rule, beforeMs).map(keyOf));
    open = new Set([...open].filter((key) => present.has(key)));
    for (const key of open) since.set(key, beforeMs);
  }
  return since;
};

/** How long after a change scrapes may still show the state before it. */
const SETTLE_MS = 15_000;

/**
 * What a rule's expression gives at an evaluation.
 *
 * Objects that stand still give the same result again. Flow is noisy, so its result is taken over only when there is
 * none at the first evaluation whose whole window is steady.
 */
const resultOf = (evaluation: Evaluation, rule: AlertRule, atMs: number): readonly Sample[] => {
  const { world } = evaluation;
  const past = pastAt(world, atMs);
  let result = past.results.get(rule);
  if (result !== undefined) return result;
  const windowMs = rule.reads.kind === "flow" ? rule.reads.windowMs : 0;
  const steadyMs = evaluationBefore(inputsChangedMs(world, rule, atMs) + windowMs + SETTLE_MS + EVALUATION_INTERVAL_MS - 1);
  const steady = steadyMs < atMs ? resultOf(evaluation, rule, steadyMs) : undefined;
  const isTaken = steady !== undefined && (rule.reads.kind === "objects" || steady.length === 0);
  result = isTaken ? steady : compute(evaluation, rule, atMs);
  past.results.set(rule, result);
  return result;
};

const compute = ({ world, source }: Evaluation, rule: AlertRule, atMs: number): readonly Sample[] => {
  const { reads } = rule;
  if (reads.kind === "objects") return vectorOf(rule.expr, source, atMs);
  const suspects = reads.canHold(world, atMs - reads.windowMs - SETTLE_MS, atMs);
  if (suspects === undefined) return [];
  const narrow = narrowed(source, suspects);
  return reads.onlyIf !== undefined && vectorOf(reads.onlyIf, narrow, atMs).length === 0 ? [] : vectorOf(rule.expr, narrow, atMs);
};

/** The source without the series that another label value keeps out. */
const narrowed = (source: SeriesSource, suspects: Matcher): SeriesSource => ({
  select: (matchers, fromMs, toMs, needed) => source.select([suspects, ...matchers], fromMs, toMs, needed),
});

const inputsChangedMs = (world: World, { reads }: AlertRule, atMs: number): number => {
  if (reads.kind === "flow")
    return Math.max(
      timeOfLast(world.log<FlowRow>(FLOW_HISTORY), ({ fromMs }) => fromMs, atMs),
      lastProcessMs(world, atMs),
    );
  let latest = 0;
  for (const resource of reads.resources)
    latest = Math.max(latest, resource === "processes" ? lastProcessMs(world, atMs) : lastChangeMs(world, resource, atMs));
  return latest;
};

const lastProcessMs = (world: World, atMs: number): number =>
  timeOfLast(world.log<ProcessRecord>(PROCESS_HISTORY), (record) => record.atMs, atMs);

const timeOfLast = <T extends object>(log: PersistentLog<T>, timeOf: (entry: T) => number, atMs: number): number => {
  const last = lastUntil(log, timeOf, atMs);
  return last === NONE ? 0 : timeOf(last as T);
};

const vectorOf = (expr: Expr, source: SeriesSource, atMs: number): readonly Sample[] => {
  const result = evaluateInstant(expr, source, atMs);
  return result.kind === "vector" ? result.vector : [];
};

const activeAlert = (rule: AlertRule, { labels, value }: Sample, since: Since, atMs: number): ActiveAlert => {
  const own = alertLabels(rule, labels);
  const activeAtMs = since.get(labelsKey(own)) ?? atMs;
  return { labels: own, activeAtMs, value, state: atMs - activeAtMs >= rule.forMs ? "firing" : "pending" };
};

const alertLabels = (rule: AlertRule, labels: Labels): Labels => {
  let byRule = labelSets.get(labels);
  if (byRule === undefined) {
    byRule = new Map();
    labelSets.set(labels, byRule);
  }
  let own = byRule.get(rule);
  if (own === undefined) {
    own = makeLabels(Object.entries({ ...dropName(labels), alertname: rule.name, severity: rule.severity }));
    byRule.set(rule, own);
  }
  return own;
};

const labelSets = new WeakMap<Labels, Map<AlertRule, Labels>>();

/** Rules of one evaluation ask for the same series again: they are fetched once. */
const createSharedSource = (source: SeriesSource): SeriesSource => {
  const answers = new Map<string, ReturnType<SeriesSource["select"]>>();
  return {
    select: (matchers, fromMs, toMs, needed) => {
      const key = `${matchers.map(({ name, op, value }) => `${name}${op}${value}`).join(",")} ${fromMs} ${toMs} ${needed}`;
      let answer = answers.get(key);
      if (answer === undefined) {
        answer = source.select(matchers, fromMs, toMs, needed);
        answers.set(key, answer);
      }
      return answer;
    },
  };
};
