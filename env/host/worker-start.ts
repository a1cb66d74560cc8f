import { Worker } from "node:worker_threads";

/** Starts a thread that plays simulated episodes; the pool is given this function and knows no entry file. */
export const startWorker = (): Worker =>
  new Worker(new URL(`./worker.${import.meta.url.endsWith(".ts") ? "ts" : "js"}`, import.meta.url), { name: "episodes" });
