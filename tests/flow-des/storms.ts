import type { Topology } from "./topology.ts";

/** A topology whose retries collapse it at some load, and the loads that are tried, requests per second. */
export interface Storm {
  readonly title: string;
  readonly topology: Topology;
  readonly loads: readonly number[];
}

const storm = (title: string, timeoutMs: number, attempts: number, loads: readonly number[]): Storm => ({
  title,
  loads,
  topology: {
    id: title,
    rps: 100,
    services: [
      { name: "front", workers: 5000, queue: 1000, medianMs: 1, p99Ms: 8, calls: [{ to: "back", timeoutMs, attempts }] },
      { name: "back", workers: 8, queue: 1000, medianMs: 10, p99Ms: 60, calls: [] },
    ],
  },
});

/** 8 workers can do 594 requests per second. */
export const STORMS: readonly Storm[] = [
  storm("200 ms, 4 attempts", 200, 4, [520, 535, 550, 565, 580, 595]),
  storm("60 ms, 4 attempts", 60, 4, [380, 395, 410, 425, 440, 455, 470]),
  storm("100 ms, 2 attempts", 100, 2, [475, 490, 505, 520, 535, 550]),
];
