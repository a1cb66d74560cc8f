import type { World } from "../kernel/world.ts";
import { alertSeries } from "./alerts/alert-series.ts";
import { alertState } from "./alerts/evaluate-alerts.ts";
import { worldRules } from "./alerts/world-rules.ts";
import { traceById } from "./jaeger/sampled-traces.ts";
import { searchTraces } from "./jaeger/search-traces.ts";
import { serviceCalls } from "./jaeger/service-calls.ts";
import { worldStreams } from "./logql/world-streams.ts";
import { spanGroups } from "./metrics/spans/span-groups.ts";
import { allFamilies, createWorldSource, listSeries } from "./metrics/world-series.ts";
import type { MetricSource, TelemetrySource } from "./telemetry-source.ts";

/** All telemetry of a world, derived when asked. */
export const createWorldTelemetry = (world: World): TelemetrySource => ({
  nowMs: () => world.nowMs(),
  metrics: metricsOf(world),
  logs: { streams: (matchers) => worldStreams(world, matchers) },
  traces: {
    spans: () =>
      spanGroups(world).map(({ service, span, kind }) => ({
        service,
        operation: span,
        kind: kind === "SPAN_KIND_SERVER" ? "server" : "client",
      })),
    search: (search) => searchTraces(world, search),
    byId: (id) => traceById(world, id),
    calls: (fromMs, toMs) => serviceCalls(world, fromMs, toMs),
  },
});

const metricsOf = (world: World): MetricSource => {
  const scraped = createWorldSource(world);
  return {
    ...scraped,
    select: (matchers, fromMs, toMs, needed = "all") => [
      ...alertSeries(world, matchers, { fromMs, toMs, needed }),
      ...scraped.select(matchers, fromMs, toMs, needed),
    ],
    list: (matchers, fromMs, toMs) => [
      ...alertSeries(world, matchers, { fromMs, toMs, needed: "all" }).map(({ labels }) => labels),
      ...listSeries(world, matchers, fromMs, toMs),
    ],
    families: () => allFamilies(world).map(({ object, sampled }) => object ?? sampled),
    alerts: () => alertState(world),
    rules: () => worldRules(world, alertState(world).atMs),
  };
};
