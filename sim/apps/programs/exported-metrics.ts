/** One metric that programs of one kind export. */
export interface ExportedMetric {
  readonly name: string;
  readonly type: "counter" | "gauge";
  readonly help: string;
  readonly programs: readonly string[];
}

const SEARCH = { programs: ["search"] };
const RATE = { programs: ["rate"] };
const GO = { programs: ["search", "rate"] };
const MONGO = { programs: ["mongod"] };
const MEMCACHED = { programs: ["memcached"] };

/** The metrics that the applications' own exporters and those of stores serve. */
export const EXPORTED_METRICS = [
  { ...SEARCH, name: "search_requests_total", type: "counter", help: "Search requests received." },
  { ...SEARCH, name: "search_rate_attempts_total", type: "counter", help: "Calls to the rate service, retries included." },
  { ...SEARCH, name: "search_rate_timeouts_total", type: "counter", help: "Calls to the rate service that timed out." },
  { ...SEARCH, name: "search_rate_failures_total", type: "counter", help: "Calls to the rate service that failed." },
  { ...SEARCH, name: "search_rate_successes_total", type: "counter", help: "Calls to the rate service that succeeded." },
  { ...RATE, name: "rate_requests_received_total", type: "counter", help: "Rate requests received." },
  { ...RATE, name: "rate_requests_completed_total", type: "counter", help: "Rate requests completed." },
  { ...RATE, name: "rate_requests_expired_total", type: "counter", help: "Rate requests that expired in the queue." },
  { ...RATE, name: "rate_requests_rejected_total", type: "counter", help: "Rate requests rejected because the queue was full." },
  { ...RATE, name: "rate_in_flight", type: "gauge", help: "Rate requests in flight." },
  { ...RATE, name: "rate_queue_depth", type: "gauge", help: "Rate requests that wait." },
  { ...RATE, name: "rate_queue_capacity", type: "gauge", help: "Capacity of the queue." },
  { ...RATE, name: "rate_backend_qps_limit", type: "gauge", help: "Limit of requests per second to the back end." },
  { ...GO, name: "go_goroutines", type: "gauge", help: "Number of goroutines that currently exist." },
  { ...GO, name: "process_cpu_seconds_total", type: "counter", help: "Total user and system CPU time spent in seconds." },
  { ...GO, name: "process_resident_memory_bytes", type: "gauge", help: "Resident memory size in bytes." },
  { ...GO, name: "process_start_time_seconds", type: "gauge", help: "Start time of the process since unix epoch in seconds." },
  { ...MONGO, name: "mongodb_up", type: "gauge", help: "Whether MongoDB is up." },
  { ...MONGO, name: "mongodb_connections", type: "gauge", help: "Open connections." },
  { ...MONGO, name: "mongodb_op_counters_total", type: "counter", help: "Operations since the start." },
  { ...MEMCACHED, name: "memcached_up", type: "gauge", help: "Could the memcached server be reached." },
  { ...MEMCACHED, name: "memcached_current_connections", type: "gauge", help: "Current number of open connections." },
  {
    ...MEMCACHED,
    name: "memcached_commands_total",
    type: "counter",
    help: "Total number of all requests broken down by command (get, set, etc.) and status.",
  },
] as const satisfies readonly ExportedMetric[];
