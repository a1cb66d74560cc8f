import type { Job } from "#kube/types/workloads.ts";
import { redisClient } from "../redis-image.ts";

/** Parameters: a store in memory, and the Job that fills it. */
export interface Params {
  readonly store: string;
  /** Container of the store. */
  readonly container: string;
  /** Name of the store's Service. */
  readonly host: string;
  /** Image of the store, which has a client. */
  readonly image: string;
  readonly job: string;
  /** First part of the keys. */
  readonly prefix: string;
  /** Size of each value, KiB. */
  readonly kib: number;
  /** Pause between two values, s. */
  readonly pauseSeconds: number;
}

/** A Job that writes values into a store without an end, each under a key of its own. */
export const floodJob = (
  metadata: { readonly name: string; readonly namespace: string },
  { host, image, prefix, kib, pauseSeconds }: Omit<Params, "store" | "container" | "job">,
): Job => {
  const script = [
    `v=$(head -c ${kib * 1024} /dev/zero | tr '\\0' x)`,
    "i=0",
    `while true; do i=$((i+1)); echo "$v" | ${redisClient(image)} -h ${host} -x set ${prefix}:$i; sleep ${pauseSeconds}; done`,
  ].join("; ");
  const resources = { requests: { cpu: "10m", memory: "16Mi" }, limits: { cpu: "200m", memory: "128Mi" } };
  const container = { name: prefix, image, command: ["sh", "-c", script], resources };
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata,
    spec: { backoffLimit: 20, template: { spec: { restartPolicy: "OnFailure", containers: [container] } } },
  } as Job;
};

/** True of a script that sets keys of a store again and again. */
export const isFlood = (script: string): boolean => /while (?:true|:|1);.*\b(?:redis|valkey)-cli .*\bset\b/s.test(script);

/** First parts of keys, which tell what somebody wants to keep there. */
export const PREFIXES: readonly string[] = ["warmup", "import", "prefetch", "snapshot", "sessions", "replay", "catalog"];
