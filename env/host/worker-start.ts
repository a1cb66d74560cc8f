import { Worker } from "node:worker_threads";
import type { HostOptions } from "../open/open-host.ts";

/** Starts a thread that plays simulated episodes; the pool is given this function and knows no entry file. */
export const startWorker = (options: WorkerOptions): Worker =>
  new Worker(new URL(`./worker.${import.meta.url.endsWith(".ts") ? "ts" : "js"}`, import.meta.url), {
    name: "episodes",
    workerData: options satisfies WorkerOptions,
  });

/** Settings of a thread and its host. */
export interface WorkerOptions extends Pick<HostOptions, "incidentDiskBytesMax" | "warmCache"> {
  /** Memory that it may have in use, bytes. */
  readonly shareBytes: number;
  /** True: makes incidents ahead while nobody calls. */
  readonly prepareWhileIdle: boolean;
  /** Memory in which it notes its turns. */
  readonly turnMemory: SharedArrayBuffer;
}
