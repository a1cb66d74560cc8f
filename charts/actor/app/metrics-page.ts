import type { MetricBehaviour } from "#kube/app/metric-behaviour.ts";
import { amountOf } from "#sim/programs/behaviour/settings.ts";
import { type ExportedMetric, RUNTIME_METRICS, type RuntimeMetric } from "#sim/programs/products/exported-metrics.ts";
import type { AppRuntime } from "./app-runtime.ts";

/** Page that Prometheus reads from a program. */
export const renderMetrics = (runtime: AppRuntime): string => {
  const { metrics, language } = runtime.app.behaviour;
  return [
    ...(metrics?.families ?? []).map((metric) => render(metric, described(runtime, metric.value))),
    ...(RUNTIME_METRICS[language] ?? []).map((metric) => render(metric, RUNTIME_VALUES[metric.name](runtime))),
  ].join("");
};

const render = ({ name, type, help }: ExportedMetric, value: number): string =>
  `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${name} ${value}\n`;

/** Value of a metric as a description says it. */
const described = ({ stage, meter }: AppRuntime, value: MetricBehaviour["value"]): number => {
  if (value === "in-flight") return meter.requests.inFlight;
  if ("setting" in value) return amountOf(stage.process, value.setting);
  if ("waiting" in value) return meter.queued;
  if ("sent" in value) return meter.counts.get(`${value.to}/${value.sent}`) ?? 0;
  return SERVED[value.served](meter);
};

/** A request that waits too long is not given up here, so that none expires. */
const SERVED = {
  requests: ({ requests }: AppRuntime["meter"]) => requests.received,
  successes: ({ requests }: AppRuntime["meter"]) => requests.completed,
  timeouts: () => 0,
  rejections: ({ counts }: AppRuntime["meter"]) => counts.get("rejected") ?? 0,
};

const RUNTIME_VALUES: Readonly<Record<RuntimeMetric["name"], (runtime: AppRuntime) => number>> = {
  go_goroutines: ({ meter }) => 18 + 2 * meter.requests.inFlight,
  process_cpu_seconds_total: () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
  process_resident_memory_bytes: () => process.memoryUsage().rss,
  process_start_time_seconds: ({ meter }) => Math.floor(meter.startedAtMs / 10) / 100,
};
