import type { Topology } from "../flow-des/topology.ts";

/** Three quarters of what its back end can do; a call that waits 200 ms is made again, up to four times. */
export const STORM: Topology = {
  id: "storm",
  rps: 450,
  services: [
    { name: "front", workers: 5000, queue: 1000, medianMs: 1, p99Ms: 8, calls: [{ to: "back", timeoutMs: 200, attempts: 4 }] },
    { name: "back", workers: 8, queue: 1000, medianMs: 10, p99Ms: 60, calls: [] },
  ],
};

/** Two thirds of what four cores can do, in a program whose memory is collected. */
export const COLLECTED = {
  id: "collected",
  rps: 300,
  services: [{ name: "front", workers: 64, queue: 1024, medianMs: 8, p99Ms: 20, calls: [] }],
  further: {
    operations: { "GET /": { route: { path: "/", requires: [], body: "ok" }, medianMs: 8, p99Ms: 20, cpuMs: 8, calls: [] } },
  },
} satisfies Topology & { readonly further: object };
