import { existsSync } from "node:fs";
import { join } from "node:path";
import { journalOwner } from "../../journal/journal-lock.ts";
import { readSegments } from "../../journal/segments.ts";
import { openDifferenceStore } from "./difference-store.ts";
import { readCapabilities } from "./experiments/find-capabilities.ts";
import { openPoolCluster } from "./pool-cluster.ts";
import { ownerOf } from "./pool-owner.ts";
import { createRegistry, type Registry, type RegistryContent } from "./registry.ts";
import { foldSlotRecords, type SlotRecord } from "./slot-record.ts";

/** A pool as somebody sees it who does not own it. */
export interface PoolSight {
  readonly slots: readonly SlotRecord[];
  /** Process id of the server that has it; undefined: none runs. */
  readonly servedBy: number | undefined;
  /** Found by earlier experiments; undefined: none were made. */
  readonly capabilities: readonly string[] | undefined;
  readonly registry: RegistryContent;
  /** Who this pool is in the registry. */
  readonly owner: string;
  /** What quarantined slots differed in, by slot. */
  readonly differences: Readonly<Record<string, readonly string[]>>;
}

/** Where to look. */
export interface InspectOptions {
  readonly kubeconfigPath: string;
  readonly stateDirectory: string;
  readonly home: string;
}

/** Looks at a pool without touching it, whether a server runs on it or not. */
export const inspectPool = async ({ kubeconfigPath, stateDirectory, home }: InspectOptions): Promise<PoolSight> => {
  const { admin } = openPoolCluster(kubeconfigPath, home);
  try {
    return await readSight(stateDirectory, readCapabilities(stateDirectory), (owner) => createRegistry(admin, home, owner));
  } finally {
    await admin.close();
  }
};

/** The same for a pool of any kind. */
export const readSight = async (
  stateDirectory: string,
  capabilities: readonly string[] | undefined,
  openRegistry: (owner: string) => Registry,
): Promise<PoolSight> => {
  const directory = join(stateDirectory, "journal");
  const slots = existsSync(directory) ? foldSlotRecords(readSegments(directory).records) : [];
  const owner = ownerOf(stateDirectory);
  const store = openDifferenceStore(join(stateDirectory, "differences"));
  const quarantined = slots.filter(({ state }) => state === "quarantined");
  const kept = await Promise.all(quarantined.map(async ({ id }) => [id, (await store.read(id))?.differences ?? []] as const));
  return {
    slots,
    servedBy: journalOwner(directory),
    capabilities,
    registry: await openRegistry(owner).read(),
    owner,
    differences: Object.fromEntries(kept),
  };
};

/** Asks all servers of a cluster to give no more slots out, or to go on; they hear it within seconds. */
export const setDraining = async ({ kubeconfigPath, stateDirectory, home }: InspectOptions, isDraining: boolean): Promise<void> => {
  const { admin } = openPoolCluster(kubeconfigPath, home);
  try {
    await createRegistry(admin, home, ownerOf(stateDirectory)).setDraining(isDraining);
  } finally {
    await admin.close();
  }
};
