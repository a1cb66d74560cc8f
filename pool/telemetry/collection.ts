import type { AppRecord } from "#kube/app/app.ts";
import type { TelemetryRequest } from "#kube/ports/telemetry-port.ts";
import { SPANS_TARGET, STATE_TARGET } from "#sim/telemetry/metrics/scraped-jobs.ts";
import { FIXED_FAMILIES } from "#sim/telemetry/metrics/world-series.ts";
import type { MetricHead, TelemetrySource } from "#sim/telemetry/telemetry-source.ts";
import type { SlotView } from "../kubernetes/slot-view.ts";
import type { ApiReader } from "./api-reader.ts";
import { createAppScrapes } from "./app-scrapes.ts";
import { createCollectedAlerts } from "./collected-alerts.ts";
import { createContainerScrapes } from "./container-scrapes.ts";
import { createLogReader } from "./log-reader.ts";
import { createLogStore } from "./log-store.ts";
import type { NodePages } from "./node-pages.ts";
import { createObjectMetrics } from "./object-metrics.ts";
import { createSampleStore } from "./sample-store.ts";
import { createServiceProbes } from "./service-probes.ts";
import { createSpanCounters } from "./span-counters.ts";
import { createTraceReader } from "./trace-reader.ts";
import { createTraceStore } from "./trace-store.ts";
import { upSample } from "./up-sample.ts";

/** Collected telemetry of a slot. */
export interface Collection {
  readonly source: TelemetrySource;
  collect(): Promise<void>;
  /** Fetches recent logs or traces before a query; samples are fetched at their interval. */
  freshen(api: TelemetryRequest["api"]): Promise<void>;
  forget(): void;
}

/** Inputs of a collection. */
export interface CollectionParts {
  readonly reader: ApiReader;
  readonly nodes: NodePages;
  readonly view: SlotView;
  readonly app: AppRecord;
  readonly namespace: string;
  /** Time from which logs are collected, wall ms: earlier ones are from before the slot was ready. */
  readonly logsSinceMs: number;
  /** True if this machine has a route to pods. */
  readonly hasRoute: boolean;
}

/** Creates an empty collection. */
export const createCollection = ({ reader, nodes, view, app, namespace, logsSinceMs, hasRoute }: CollectionParts): Collection => {
  const samples = createSampleStore(BOUNDS.samples);
  const logs = createLogStore(BOUNDS.logs);
  const traces = createTraceStore(BOUNDS.traces);
  const spans = createSpanCounters(namespace, BOUNDS.spanGroups);
  const alerts = createCollectedAlerts(samples, namespace);
  const objects = createObjectMetrics(reader, view, namespace);
  const probes = createServiceProbes(view, hasRoute);
  const logReader = createLogReader(reader, view, logs, logsSinceMs);
  const traceReader = createTraceReader(reader, view, app);
  const apps = createAppScrapes(reader, view, app, samples.take);
  const containers = createContainerScrapes(nodes, view, namespace, samples.take);

  let forgotten = 0;
  const takeTraces = async (): Promise<void> => {
    const before = forgotten;
    const found = await traceReader.read();
    // What was asked for before everything was forgotten belongs to what was forgotten.
    if (before === forgotten) for (const trace of found) spans.add(trace, traces.take(trace));
  };
  // The collector plays the two jobs itself; they are called as in the simulator.
  const jobs: readonly (() => Promise<void>)[] = [
    async () => {
      const found = await objects.samples(Date.now());
      samples.take(STATE_TARGET.job, Date.now(), [...found, upSample(STATE_TARGET, true)]);
    },
    async () => samples.take("blackbox", Date.now(), await probes.samples()),
    async () => {
      await takeTraces().catch(() => undefined);
      samples.take(SPANS_TARGET.job, Date.now(), [...spans.samples(), upSample(SPANS_TARGET, true)]);
    },
    apps.scrape,
    containers.scrape,
    logReader.catchUp,
  ];
  return {
    source: {
      nowMs: Date.now,
      metrics: {
        select: samples.select,
        list: samples.list,
        families: () =>
          [...new Map([...HEADS, ...apps.heads()].map((head) => [head.name, head])).values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
        alerts: alerts.state,
        rules: () => alerts.rules,
      },
      logs,
      traces,
    },
    collect: async () => {
      await Promise.allSettled(jobs.map((job) => job()));
      alerts.catchUp(Date.now());
    },
    freshen: async (api) => {
      if (api === "loki") await logReader.catchUp();
      if (api === "jaeger") await takeTraces().catch(() => undefined);
      if (api === "prometheus") alerts.catchUp(Date.now());
    },
    forget: () => {
      forgotten += 1;
      samples.clear();
      logReader.clear();
      traceReader.clear();
      traces.clear();
      spans.clear();
      alerts.clear();
    },
  };
};

/** Bounds of memory: two hours of samples, the series of an app with a hundred pods, half an hour of traces, 64 MiB of log lines. */
const BOUNDS = {
  samples: { seriesMax: 30_000, scrapesMax: 480 },
  logs: { streamsMax: 256, charactersMax: 262_144 },
  traces: 1_800,
  spanGroups: 1_000,
} as const;

/** Heads of the metrics that this program makes by itself; those of the applications come with their pages. */
const HEADS: readonly MetricHead[] = FIXED_FAMILIES.all
  .map(({ object, sampled }) => object ?? sampled)
  .map(({ name, type, help }) => ({
    name,
    type,
    help,
  }));
