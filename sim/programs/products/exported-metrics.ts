import type { ProgramBehaviour } from "#kube/app/behaviour.ts";

/** One metric that an exporter serves. */
export interface ExportedMetric {
  readonly name: string;
  readonly type: "counter" | "gauge";
  readonly help: string;
}

const GO_METRICS = [
  { name: "go_goroutines", type: "gauge", help: "Number of goroutines that currently exist." },
  { name: "process_cpu_seconds_total", type: "counter", help: "Total user and system CPU time spent in seconds." },
  { name: "process_resident_memory_bytes", type: "gauge", help: "Resident memory size in bytes." },
  { name: "process_start_time_seconds", type: "gauge", help: "Start time of the process since unix epoch in seconds." },
] as const satisfies readonly ExportedMetric[];

/** A metric that a runtime exports. */
export type RuntimeMetric = (typeof GO_METRICS)[number];

/** Metrics that the runtime of a program exports beside the program's own, by language. */
export const RUNTIME_METRICS: Readonly<Partial<Record<ProgramBehaviour["language"], readonly RuntimeMetric[]>>> = {
  go: GO_METRICS,
  "go-slog": GO_METRICS,
};

/** Metrics of products by program, each from an exporter that asks all of them over the network: its name, and the port that it asks at. */
export const PRODUCT_METRICS = {
  mongod: {
    exporter: "mongodb-exporter",
    port: 27_017,
    families: [
      { name: "mongodb_up", type: "gauge", help: "Whether MongoDB is up." },
      { name: "mongodb_connections", type: "gauge", help: "Open connections." },
      { name: "mongodb_op_counters_total", type: "counter", help: "Operations since the start." },
    ],
  },
  memcached: {
    exporter: "memcached-exporter",
    port: 11_211,
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
} as const satisfies Readonly<
  Record<string, { readonly exporter: string; readonly port: number; readonly families: readonly ExportedMetric[] }>
>;
