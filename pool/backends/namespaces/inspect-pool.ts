import { existsSync } from "node:fs";
import { join } from "node:path";
import type { JournalOwner } from "#core/journal-locked-error.ts";
import { journalOwner } from "../../journal/journal-lock.ts";
import { readSegments } from "../../journal/segments.ts";
import { openDifferenceStore } from "./difference-store.ts";
import { readCapabilities } from "./experiments/find-capabilities.ts";
import { openPoolCluster } from "./pool-cluster.ts";
import { ownerOf } from "./pool-owner.ts";
import { createRegistry, type Registry, type RegistryContent } from "./registry.ts";
import { foldSlotRecords, type SlotRecord } from "./slot-record.ts";

/** State of a pool, as read without owning it. */
export interface PoolStatus {
  readonly slots: readonly SlotRecord[];
  /** The server that uses it; undefined: none runs. */
  readonly servedBy: JournalOwner | undefined;
  /** Results of earlier experiments; undefined: there are none. */
  readonly capabilities: readonly string[] | undefined;
  readonly registry: RegistryContent;
  /** Owner id of this pool in the registry. */
  readonly owner: string;
  /** Differences of quarantined slots, by slot. */
  readonly differences: Readonly<Record<string, readonly string[]>>;
}

/** Location of the pool. */
export interface InspectOptions {
  readonly kubeconfigPath: string;
  readonly stateDirectory: string;
  readonly home: string;
}

/** Reads the state of a pool without changing it, whether a server uses it or not. */
export const inspectPool = async ({ kubeconfigPath, stateDirectory, home }: InspectOptions): Promise<PoolStatus> => {
  const { admin } = openPoolCluster(kubeconfigPath, home);
  try {
    return await readStatus(stateDirectory, readCapabilities(stateDirectory), (owner) => createRegistry(admin, home, owner));
  } finally {
    await admin.close();
  }
};

/** Reads the state of a pool on any backend. */
export const readStatus = async (
  stateDirectory: string,
  capabilities: readonly string[] | undefined,
  openRegistry: (owner: string) => Registry,
): Promise<PoolStatus> => {
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

/** Tells all servers of a cluster to stop or resume giving out slots; takes effect within seconds. */
export const setDraining = async ({ kubeconfigPath, stateDirectory, home }: InspectOptions, isDraining: boolean): Promise<void> => {
  const { admin } = openPoolCluster(kubeconfigPath, home);
  try {
    await createRegistry(admin, home, ownerOf(stateDirectory)).setDraining(isDraining);
  } finally {
    await admin.close();
  }
};
