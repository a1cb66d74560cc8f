import type { Baseline } from "#kube/app/baseline.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { LeaseBook } from "../../leases/lease-book.ts";
import type { LiveApi } from "../../live-api.ts";
import type { BaselineStore } from "./baseline-store.ts";
import type { DifferenceStore } from "./difference-store.ts";
import type { NamespaceApp } from "./namespace-app.ts";
import type { PoolEvent } from "./pool-event.ts";
import type { Registry } from "./registry.ts";
import type { SlotBook } from "./slot-book.ts";
import type { SlotHost } from "./slot-host.ts";
import type { WarmSlot } from "./warm-slot.ts";

/** State that all operations of a pool share. */
export interface PoolState {
  readonly host: SlotHost;
  readonly apps: readonly NamespaceApp[];
  readonly settings: PoolSettings;
  readonly book: SlotBook;
  readonly baselines: BaselineStore;
  readonly differences: DifferenceStore;
  readonly registry: Registry;
  readonly leases: LeaseBook;
  /** Slots with watches and users, by id. */
  readonly warm: Map<string, Promise<WarmSlot>>;
  /** HTTP APIs of agents of leased slots: revoking a credential does not close open connections. */
  readonly agents: Map<string, LiveApi>;
  /** Slots that were verified against their baseline since they were returned. */
  readonly verified: Set<string>;
  /** Background work, which closing waits for. */
  readonly background: Set<Promise<unknown>>;
  readonly undo: UndoByMemo;
  readonly tell: (event: PoolEvent) => void;
  /** True: the operator wants no more slots given out. */
  isDraining: boolean;
  isClosed: boolean;
}

/** Undoes an episode from its memo, after a restart of the server that wrote it. */
export type UndoByMemo = (memo: unknown, cluster: ClusterPort, baseline: Baseline) => Promise<void>;

/** Settings of a pool. */
export interface PoolSettings {
  /** User requests per second on each slot. */
  readonly requestsPerSecond: number;
  /** Timeout until an app is ready, ms. */
  readonly readyTimeoutMs: number;
  /** Timeout until a deleted namespace is gone, ms. */
  readonly removeTimeoutMs: number;
  /** Timeout of a lease that waits for a slot, ms. */
  readonly leaseTimeoutMs: number;
  /** Ids of the forms of the app that new slots get in turn, at least one. */
  readonly variants: readonly string[];
  /** Maximum number of slots that are created at the same time. */
  readonly makingMax: number;
  /** Prefix of the namespaces' names; missing: the namespace that the form's description names. */
  readonly namePrefix?: string;
}

/** Runs work in the background; a failure is reported as an event and thrown to nobody. */
export const inBackground = (pool: PoolState, slot: string, work: () => Promise<unknown>): void => {
  const running = work()
    .catch((cause: unknown) => pool.tell({ kind: "failed", slot, reason: cause instanceof Error ? cause.message : `${cause}` }))
    .finally(() => pool.background.delete(running));
  pool.background.add(running);
};
