/** One metric that an exporter serves. */
export interface ExportedMetric {
  readonly name: string;
  readonly type: "counter" | "gauge";
  readonly help: string;
}

/** Metrics that the runtime of a program exports beside the program's own, by language. */
export const RUNTIME_METRICS = {
  go: [
    { name: "go_goroutines", type: "gauge", help: "Number of goroutines that currently exist." },
    { name: "process_cpu_seconds_total", type: "counter", help: "Total user and system CPU time spent in seconds." },
    { name: "process_resident_memory_bytes", type: "gauge", help: "Resident memory size in bytes." },
    { name: "process_start_time_seconds", type: "gauge", help: "Start time of the process since unix epoch in seconds." },
  ],
} as const satisfies Readonly<Record<string, readonly ExportedMetric[]>>;

/** Metrics of the exporters that stand beside products, by program, with the ports that they listen on. */
export const PRODUCT_METRICS = {
  mongod: {
    port: 9216,
    families: [
      { name: "mongodb_up", type: "gauge", help: "Whether MongoDB is up." },
      { name: "mongodb_connections", type: "gauge", help: "Open connections." },
      { name: "mongodb_op_counters_total", type: "counter", help: "Operations since the start." },
    ],
  },
  memcached: {
    port: 9150,
    families: [
      { name: "memcached_up", type: "gauge", help: "Could the memcached server be reached." },
      { name: "memcached_current_connections", type: "gauge", help: "Current number of open connections." },
      {
        name: "memcached_commands_total",
        type: "counter",
        help: "Total number of all requests broken down by command (get, set, etc.) and status.",
      },
    ],
  },
} as const satisfies Readonly<Record<string, { readonly port: number; readonly families: readonly ExportedMetric[] }>>;
