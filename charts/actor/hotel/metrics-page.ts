import { EXPORTED_METRICS } from "#sim/apps/programs/exported-metrics.ts";
import { rateLimits } from "#sim/apps/programs/hotel/service-limits.ts";
import type { HotelRuntime } from "./hotel-runtime.ts";

/** The page that Prometheus reads from a program. */
export const renderMetrics = (runtime: HotelRuntime): string =>
  EXPORTED_METRICS.filter(({ programs }) => programs.some((program) => program === runtime.service.name))
    .map(({ name, type, help }) => {
      const value = VALUES[name]?.(runtime);
      return value === undefined ? "" : `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${name} ${value}\n`;
    })
    .join("");

const counted =
  (name: string) =>
  ({ meter }: HotelRuntime): number =>
    meter.counts.get(name) ?? 0;

const VALUES: Readonly<Record<string, (runtime: HotelRuntime) => number>> = {
  search_requests_total: ({ meter }) => meter.requests.received,
  search_rate_attempts_total: counted("rate/attempts"),
  search_rate_successes_total: counted("rate/successes"),
  search_rate_failures_total: counted("rate/failures"),
  search_rate_timeouts_total: counted("rate/timeouts"),
  rate_requests_received_total: ({ meter }) => meter.requests.received,
  rate_requests_completed_total: ({ meter }) => meter.requests.completed,
  rate_requests_expired_total: () => 0,
  rate_requests_rejected_total: counted("rejected"),
  rate_in_flight: ({ meter }) => meter.requests.inFlight,
  rate_queue_depth: ({ meter }) => meter.queued,
  rate_queue_capacity: ({ stage }) => rateLimits(stage.process.start.env).capacity,
  rate_backend_qps_limit: ({ stage }) => rateLimits(stage.process.start.env).perS,
  go_goroutines: ({ meter }) => 18 + 2 * meter.requests.inFlight,
  process_cpu_seconds_total: () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
  process_resident_memory_bytes: () => process.memoryUsage().rss,
  process_start_time_seconds: ({ meter }) => Math.floor(meter.startedAtMs / 10) / 100,
};
