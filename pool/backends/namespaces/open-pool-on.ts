import { join } from "node:path";
import { DrillError } from "#core/drill-error.ts";
import { STANDARD } from "#kube/app/variants/variant-ids.ts";
import type { Backend } from "../../backend.ts";
import { openJournal } from "../../journal/journal.ts";
import { createLeaseBook } from "../../leases/lease-book.ts";
import { openBaselineStore } from "./baseline-store.ts";
import { openDifferenceStore } from "./difference-store.ts";
import type { NamespaceApp } from "./namespace-app.ts";
import { createPoolBackend } from "./namespaces-backend.ts";
import type { PoolEvent } from "./pool-event.ts";
import { ownerOf } from "./pool-owner.ts";
import { inBackground, type PoolSettings, type PoolState, type UndoByMemo } from "./pool-state.ts";
import { recoverSlot } from "./recover-slot.ts";
import { abandonSlots, type PoolRecovery, recoverSlots } from "./recover-slots.ts";
import type { Registry } from "./registry.ts";
import { createSlotBook } from "./slot-book.ts";
import type { SlotHost } from "./slot-host.ts";
import { foldSlotRecords, type SlotRecord } from "./slot-record.ts";
import { closeWarmSlot } from "./warm-slot.ts";

/** A pool that belongs to this process until it is closed. */
export interface OpenPool {
  readonly backend: Backend;
  readonly recovery: PoolRecovery;
  slots(): readonly SlotRecord[];
  /** Resolves when no background work is left. */
  settle(): Promise<void>;
  /** Deletes every slot and what they share. */
  destroy(): Promise<void>;
  /** Stops giving out slots, waits for background work, and leaves the slots to the next server. */
  close(): Promise<void>;
}

/** Options of a pool on any site. */
export interface PoolOptions {
  readonly apps: readonly NamespaceApp[];
  /** Folder of journal, baselines and differences. */
  readonly stateDirectory: string;
  readonly settings?: Partial<PoolSettings>;
  readonly undo?: UndoByMemo;
  /** True: the slots are about to be deleted, so nothing is restored or tested first. */
  readonly isDestroying?: boolean;
  readonly tell?: (event: PoolEvent) => void;
}

/** Host of a pool's slots, with the registry of their owners. */
export interface PoolSite {
  readonly host: SlotHost;
  readonly registry: Registry;
  /**
   * Prepares the site before anything is read.
   * @param isDestroying true: no experiments are needed
   */
  prepare(isDestroying: boolean): Promise<void>;
  /** Removes what the slots shared, after the last slot is gone. */
  dismantle(): Promise<void>;
}

/**
 * Opens the site of a pool.
 * @param owner id of the pool
 * @param settings complete, with defaults
 */
export type OpenSite = (owner: string, settings: PoolSettings) => PoolSite;

/** Default settings. */
export const POOL_DEFAULTS: PoolSettings = {
  requestsPerSecond: 5,
  readyTimeoutMs: 300_000,
  removeTimeoutMs: 180_000,
  leaseTimeoutMs: 300_000,
  variants: [STANDARD],
  makingMax: 4,
};

/**
 * Opens a pool and recovers the slots that an earlier server left.
 *
 * @throws JournalLockedError if another process has it; DrillError BACKEND_DOWN if the site does not answer
 */
export const openPoolOn = async (openSite: OpenSite, options: PoolOptions): Promise<OpenPool> => {
  const { stateDirectory, isDestroying = false, tell = () => undefined, undo = async () => undefined } = options;
  const keep = (record: SlotRecord): boolean => record.atMs >= (pool.book.get(record.id)?.atMs ?? Number.POSITIVE_INFINITY);
  const { journal, records } = openJournal({
    directory: join(stateDirectory, "journal"),
    keep: (record) => keep(record as SlotRecord),
  });
  const owner = ownerOf(stateDirectory);
  const settings = { ...POOL_DEFAULTS, ...options.settings };
  const { host, registry, prepare, dismantle } = openSite(owner, settings);
  const pool: PoolState = {
    host,
    apps: options.apps,
    settings,
    book: createSlotBook(journal, foldSlotRecords(records), Date.now),
    baselines: openBaselineStore(join(stateDirectory, "baselines")),
    differences: openDifferenceStore(join(stateDirectory, "differences")),
    registry,
    leases: createLeaseBook(LEASE_RULES),
    warm: new Map(),
    agents: new Map(),
    verified: new Set(),
    background: new Set(),
    undo,
    tell,
    isDraining: false,
    isClosed: false,
  };
  const close = async (): Promise<void> => {
    pool.isClosed = true;
    pool.book.refuse(new DrillError("DRAINING", "the pool gives no more slots out"));
    clearInterval(ticking);
    for (const agent of pool.agents.values()) agent.close();
    await settle(pool);
    for (const id of pool.warm.keys()) await closeWarmSlot(pool, id);
    await host.close().catch(() => undefined);
    await journal.close();
  };
  const ticking = setInterval(() => tick(pool), TICK_MS);
  ticking.unref();
  try {
    await prepare(isDestroying);
    await readDrainState(pool);
    const recovery = isDestroying ? await abandonSlots(pool, owner) : await recoverSlots(pool, owner);
    const backend = createPoolBackend(pool);
    return {
      backend,
      recovery,
      slots: () => pool.book.all(),
      settle: () => settle(pool),
      destroy: async () => {
        await settle(pool);
        await backend.destroy();
        await pool.differences.clear();
        await pool.registry.leave();
        await dismantle();
      },
      close,
    };
  } catch (cause) {
    await close();
    throw cause;
  }
};

const LEASE_RULES = { ttlMinMs: 60_000, ttlDefaultMs: 3_600_000, ttlMaxMs: 24 * 3_600_000, lifetimeMaxMs: 12 * 3_600_000 };

const TICK_MS = 15_000;

/** Renews this server's registration, and takes back slots whose leases have expired. */
const tick = (pool: PoolState): void => {
  void readDrainState(pool).catch(() => undefined); // an unreachable cluster is reported by the calls that need it
  for (const id of pool.leases.due(Date.now())) {
    pool.leases.close(id);
    pool.tell({ kind: "expired", slot: id });
    inBackground(pool, id, () => recoverSlot(pool, id));
  }
};

const readDrainState = async (pool: PoolState): Promise<void> => {
  await pool.registry.beat();
  pool.isDraining = (await pool.registry.read()).isDraining;
};

const settle = async ({ background }: PoolState): Promise<void> => {
  while (background.size > 0) await Promise.allSettled(background);
};
