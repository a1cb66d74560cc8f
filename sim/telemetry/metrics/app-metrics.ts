import { keepFor } from "#core/keep-for.ts";
import type { ProgramBehaviour } from "#kube/app/behaviour.ts";
import type { MetricBehaviour } from "#kube/app/metric-behaviour.ts";
import type { ErrorShare } from "../../flow/flow-history.ts";
import type { World } from "../../kernel/world.ts";
import { settingOf } from "../../programs/behaviour/settings.ts";
import { type AppCatalogue, catalogueOf } from "../../programs/catalogue/app-catalogue.ts";
import { type ExportedMetric, PRODUCT_METRICS, RUNTIME_METRICS, type RuntimeMetric } from "../../programs/products/exported-metrics.ts";
import {
  type AppMetric,
  type AppView,
  connections,
  errors,
  inFlight,
  type MetricRow,
  requests,
  sentTo,
  served,
  sinceStart,
  single,
  successes,
} from "./app-view.ts";
import type { ContainerLife } from "./containers/container-lives.ts";
import { workingSetAt } from "./history/memory-history.ts";
import { jvmMetrics } from "./jvm-metrics.ts";
import { poolMetrics } from "./pool-metrics.ts";
import { TIDB_METRICS, tidbPart } from "./tidb-metrics.ts";
import { countsAt, errorsByCause, type FlowSegment } from "./traffic/flow-counts.ts";
import { flowIndex, totalsAt } from "./traffic/flow-index.ts";

/** Errors of some causes; of errors before the segment the present mix is taken. */
const errorsWhere =
  (isWanted: (error: ErrorShare) => boolean) =>
  (segment: FlowSegment, atMs: number): number => {
    let sum = 0;
    let errorsAtEnd = countsAt(segment, atMs).errors;
    for (let at: FlowSegment | undefined = segment; at !== undefined; errorsAtEnd = at.before.errors, at = at.previous) {
      const byCause = errorsByCause(at, errorsAtEnd - at.before.errors);
      at.flow?.errors.forEach((error, i) => {
        if (isWanted(error)) sum += byCause[i] as number;
      });
    }
    return sum;
  };

const timedOut = errorsWhere(({ cause }) => cause === "timed-out");
const rejected = errorsWhere(({ cause }) => cause === "rejected" || cause === "overloaded");

const settingValue = ({ life: { process } }: AppView, name: string): number => {
  const value = Number(settingOf(process, name));
  return Number.isFinite(value) ? value : Number(process.app?.app.settings[name]?.default);
};

/** Number of requests that wait because the back end's workers are busy. */
const waiting = (view: AppView, workers: number, atMost: string): number =>
  Math.max(0, Math.min(inFlight(view) - workers, settingValue(view, atMost)));

/** Metrics that the programs of a world export, with their inputs. */
export const appMetrics = (world: World): readonly AppMetric[] => metricsOf(catalogueOf(world));

/** Port at which the metrics of a program are asked for; undefined: it has none. */
export const exporterPort = (process: ContainerLife["process"]): number | undefined => {
  const { program, app } = process;
  return app === undefined ? (productOf(program)?.port ?? tidbPart(process)?.port) : (app.behaviour.metrics?.port ?? springPort(process));
};

/** Port of a program on Spring Boot, which serves its metrics where it serves its users. */
const springPort = ({ app, ports }: ContainerLife["process"]): number | undefined =>
  app === undefined || !isSpring(app.behaviour) ? undefined : ports.find(({ serves }) => serves === `http/${app.name}`)?.port;

const isSpring = ({ language }: ProgramBehaviour): boolean => language === "spring" || language === "spring-gateway";

/** Name by which the metrics of a process are known. */
export const exporterOf = (process: ContainerLife["process"]): string => tidbPart(process)?.name ?? process.program;

/** Scrape job of a container's metrics: its own name, or the exporter that asks it. */
export const jobOf = ({ container, process: { program, app } }: ContainerLife): string =>
  (app === undefined ? productOf(program)?.exporter : undefined) ?? container;

const productOf = (program: string) =>
  Object.hasOwn(PRODUCT_METRICS, program) ? PRODUCT_METRICS[program as keyof typeof PRODUCT_METRICS] : undefined;

const metricsOf = keepFor(({ programs }: AppCatalogue): readonly AppMetric[] => {
  const exporting = [...programs.values()].filter(({ behaviour }) => behaviour.metrics !== undefined);
  const described = joined([
    ...exporting.flatMap(({ id, behaviour }) =>
      (behaviour.metrics?.families ?? []).map(({ name, type, help, value }) => ({ id, name, type, help, value: describedValue(value) })),
    ),
    ...exporting.flatMap(({ id, behaviour }) =>
      (RUNTIME_METRICS[behaviour.language] ?? []).map((metric) => ({ ...metric, id, value: RUNTIME_VALUES[metric.name] })),
    ),
    ...Object.entries(PRODUCT_METRICS).flatMap(([id, { families }]) =>
      families.map((metric) => ({ ...metric, id, value: PRODUCT_VALUES[metric.name] })),
    ),
  ]);
  const onSpring = [...programs.values()].filter(({ behaviour }) => isSpring(behaviour)).map(({ id }) => id);
  return [...described, ...TIDB_METRICS, ...(onSpring.length === 0 ? [] : [...jvmMetrics(onSpring), ...poolMetrics(onSpring)])];
});

/** Joins metrics of one name into one family; the first gives type and help. */
const joined = (metrics: readonly (ExportedMetric & { readonly id: string; readonly value: MetricRow["value"] })[]): readonly AppMetric[] =>
  [...Map.groupBy(metrics, ({ name }) => name).values()].map((same) => {
    const { name, type, help } = same[0] as (typeof same)[number];
    return { name, type, help, rows: new Map(same.map(({ id, value }) => [id, single(value)])) };
  });

/** Computation of a metric as a description says it. */
const describedValue = (value: MetricBehaviour["value"]): MetricRow["value"] => {
  if (value === "in-flight") return inFlight;
  if ("setting" in value) return (view) => settingValue(view, value.setting);
  if ("waiting" in value) return (view) => waiting(view, value.waiting.workers, value.waiting.atMost);
  if ("sent" in value) return (view) => sinceStart(view, sentTo(view, value.to), COUNTS[value.sent]);
  return (view) => sinceStart(view, served(view), COUNTS[value.served]);
};

const COUNTS = { requests, errors, successes, timeouts: timedOut, rejections: rejected };

const RUNTIME_VALUES: Readonly<Record<RuntimeMetric["name"], MetricRow["value"]>> = {
  go_goroutines: (view) => 18 + 2 * inFlight(view) + (view.life.hash % 5),
  process_cpu_seconds_total: ({ world, life, atMs }) => processCpu(world, life, atMs),
  process_resident_memory_bytes: ({ world, life, atMs }) => workingSetAt(world, life.key, atMs),
  process_start_time_seconds: ({ life }) => Math.floor(life.startedAtMs / 10) / 100,
};

const PRODUCT_VALUES: Readonly<
  Record<(typeof PRODUCT_METRICS)[keyof typeof PRODUCT_METRICS]["families"][number]["name"], MetricRow["value"]>
> = {
  mongodb_up: () => 1,
  mongodb_connections: connections,
  mongodb_op_counters_total: (view) => sinceStart(view, served(view), requests),
  memcached_up: () => 1,
  memcached_current_connections: connections,
  memcached_commands_total: (view) => sinceStart(view, served(view), requests),
};

const processCpu = (world: World, life: ContainerLife, atMs: number): number => {
  const load = flowIndex(world).loads.get(life.key);
  const used = totalsAt(load, atMs).coreSeconds - totalsAt(load, life.startedAtMs).coreSeconds;
  return Math.round((used + 0.0005 * ((atMs - life.startedAtMs) / 1000)) * 100) / 100;
};
