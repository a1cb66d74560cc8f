import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import { getObject } from "#kube/verbs/get.ts";
import { canRunCommands } from "./can-run-commands.ts";
import { enforcesPolicies } from "./enforces-policies.ts";
import { provisionsVolumes } from "./provisions-volumes.ts";
import { servesMetrics } from "./serves-metrics.ts";
import { servesNodeMetrics } from "./serves-node-metrics.ts";
import { openTrialPods } from "./trial-pods.ts";

/** Finds out by experiment what a cluster can do, since its add-ons need not do what it declares. Sorted names. */
export const findCapabilities = async (admin: ClusterPort, home: string, stateDirectory: string): Promise<readonly string[]> => {
  const path = join(stateDirectory, FILE);
  const cluster = (await getObject(admin, { resource: "namespaces", name: "kube-system" }))?.metadata.uid ?? "";
  const kept = readKept(path);
  const isComplete = Object.keys(EXPERIMENTS).every((name) => kept?.tried?.includes(name));
  if (kept?.cluster === cluster && isComplete) return kept.capabilities;
  const pods = await openTrialPods(admin, home);
  try {
    const found: string[] = [];
    for (const [name, experiment] of Object.entries(EXPERIMENTS)) if (await experiment(admin, pods)) found.push(name);
    writeFileSync(path, JSON.stringify({ cluster, tried: Object.keys(EXPERIMENTS), capabilities: found } satisfies Kept), { mode: 0o600 });
    return found;
  } finally {
    await pods.close();
  }
};

const EXPERIMENTS = {
  exec: canRunCommands,
  metrics: servesMetrics,
  "network-policy": enforcesPolicies,
  "node-metrics": servesNodeMetrics,
  storage: provisionsVolumes,
} as const;

/** Results on disk, valid for the life of the cluster, and until there are further experiments. */
interface Kept {
  readonly cluster: string;
  /** Names of the experiments; missing in results of older servers. */
  readonly tried?: readonly string[];
  readonly capabilities: readonly string[];
}

/** Reads the results of earlier experiments; undefined: there are none. */
export const readCapabilities = (stateDirectory: string): readonly string[] | undefined =>
  readKept(join(stateDirectory, FILE))?.capabilities;

const FILE = "capabilities.json";

const readKept = (path: string): Kept | undefined => {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Kept;
  } catch {
    return undefined;
  }
};
