import { keepFor } from "#core/keep-for.ts";
import { spendFrom } from "#core/work-budget.ts";
import { changeLog } from "../../apiserver/store/store.ts";
import { FLOW_HISTORY, type FlowRow } from "../../flow/flow-history.ts";
import type { PersistentLog } from "../../kernel/persistent-log.ts";
import type { World } from "../../kernel/world.ts";
import { PROCESS_HISTORY, type ProcessRecord } from "../../processes/process.ts";
import { labelsKey } from "../promql/labels.ts";
import type { Sample } from "../promql/value.ts";
import type { AlertRule } from "./alert-rules.ts";
import {
  type AlertState,
  activeAlert,
  alertLabels,
  EVALUATION_INTERVAL_MS,
  evaluationBefore,
  type Since,
  sinceKnown,
} from "./alert-state.ts";
import { resultOf } from "./rule-result.ts";
import { worldRules } from "./world-rules.ts";

/**
 * The rules as the newest evaluation left them.
 *
 * A state is a function of what happened before its instant, so it is kept with the last entries of the histories by
 * then: worlds that share this past share the state.
 */
export const alertState = (world: World): AlertState => {
  const atMs = evaluationBefore(world.nowMs() - 1);
  return world.memo("alerts/state", atMs, () => alertStateAt(world, atMs));
};

/** The rules as an evaluation left them. @param atMs instant of the evaluation */
export const alertStateAt = (world: World, atMs: number): AlertState => {
  const beginMs = changeLog(world).at(0)?.atMs ?? Number.POSITIVE_INFINITY;
  if (atMs < beginMs) return { atMs, rules: [] };
  const past = pastAt(world, atMs);
  past.state ??= spendFrom({ left: Number.POSITIVE_INFINITY }, () => evaluateAll({ world, atMs, beginMs }));
  return past.state;
};

/** State and results derived from everything that had happened by an evaluation. */
interface Past {
  state?: AlertState;
  readonly results: Map<AlertRule, readonly Sample[]>;
}

type Pasts = Map<number, Past>;

const pastsOf = keepFor((_change: object) => keepFor((_row: object) => keepFor((_record: object): Pasts => new Map())));

/** Placeholder for the last entry of an empty history. */
const NONE = {};

const pastAt = (world: World, atMs: number): Past => {
  const change = lastUntil(changeLog(world), (entry) => entry.atMs, atMs);
  const row = lastUntil(world.log<FlowRow>(FLOW_HISTORY), (entry) => entry.fromMs, atMs);
  const record = lastUntil(world.log<ProcessRecord>(PROCESS_HISTORY), (entry) => entry.atMs, atMs);
  const pasts = pastsOf(change)(row)(record);
  let past = pasts.get(atMs);
  if (past === undefined) {
    past = { results: new Map() };
    pasts.set(atMs, past);
  }
  return past;
};

const lastUntil = <T extends object>(log: PersistentLog<T>, timeOf: (entry: T) => number, atMs: number): object => {
  const last = log.last();
  if (last === undefined || timeOf(last) <= atMs) return last ?? NONE;
  return log.at(log.firstIndexWhere((entry) => timeOf(entry) > atMs) - 1) ?? NONE;
};

interface Evaluation {
  readonly world: World;
  readonly atMs: number;
  /** Before it there was nothing. */
  readonly beginMs: number;
}

const evaluateAll = (evaluation: Evaluation): AlertState => {
  const { world, atMs } = evaluation;
  const before = pastAt(world, atMs - EVALUATION_INTERVAL_MS).state;
  const past = pastAt(world, atMs);
  return {
    atMs,
    rules: worldRules(world, atMs).map((rule) => {
      const result = resultAt(world, rule, atMs, past);
      if (result.length === 0) return { rule, alerts: [] };
      const known = before?.rules.find((state) => state.rule.name === rule.name)?.alerts;
      const since = known === undefined ? sinceBySearch(evaluation, rule, result) : sinceKnown(known);
      return { rule, alerts: result.map((sample) => activeAlert(rule, sample, since, atMs)) };
    }),
  };
};

/** Goes back from evaluation to evaluation until none of the alerts holds any more. */
const sinceBySearch = (evaluation: Evaluation, rule: AlertRule, result: readonly Sample[]): Since => {
  const { world, atMs, beginMs } = evaluation;
  const keyOf = ({ labels }: Sample): string => labelsKey(alertLabels(rule, labels));
  const since = new Map<string, number>();
  let open = new Set(result.map(keyOf));
  for (let beforeMs = atMs - EVALUATION_INTERVAL_MS; open.size > 0 && beforeMs >= beginMs; beforeMs -= EVALUATION_INTERVAL_MS) {
    const present = new Set(resultAt(world, rule, beforeMs).map(keyOf));
    open = new Set([...open].filter((key) => present.has(key)));
    for (const key of open) since.set(key, beforeMs);
  }
  return since;
};

const resultAt = (world: World, rule: AlertRule, atMs: number, { results } = pastAt(world, atMs)): readonly Sample[] => {
  let result = results.get(rule);
  if (result === undefined) {
    result = resultOf(world, rule, atMs);
    results.set(rule, result);
  }
  return result;
};
