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
import type { SlotGround } from "./slot-ground.ts";
import type { WarmSlot } from "./warm-slot.ts";

/** Everything that the deeds of a pool share. */
export interface PoolDesk {
  readonly ground: SlotGround;
  readonly apps: readonly NamespaceApp[];
  readonly settings: PoolSettings;
  readonly book: SlotBook;
  readonly baselines: BaselineStore;
  readonly differences: DifferenceStore;
  readonly registry: Registry;
  readonly leases: LeaseBook;
  /** Slots that are watched and have users. */
  readonly warm: Map<string, Promise<WarmSlot>>;
  /** What agents have of leased slots: a credential that is taken away ends no connection that is open. */
  readonly agents: Map<string, LiveApi>;
  /** Slots that were found equal to their baseline since they came back. */
  readonly verified: Set<string>;
  /** Work that goes on by itself, so that closing can wait for it. */
  readonly background: Set<Promise<unknown>>;
  readonly undo: UndoByMemo;
  readonly tell: (event: PoolEvent) => void;
  /** The operator wants no more slots given out. */
  isDraining: boolean;
  isClosed: boolean;
}

/** Undoes what a memo tells of, after a restart of the server that wrote it. */
export type UndoByMemo = (memo: unknown, cluster: ClusterPort, baseline: Baseline) => Promise<void>;

/** What an operator may choose. */
export interface PoolSettings {
  /** Users' requests a second, on each slot. */
  readonly requestsPerSecond: number;
  /** How long an app may take to get ready. */
  readonly readyTimeoutMs: number;
  /** How long a namespace may take to go. */
  readonly removeTimeoutMs: number;
  /** How long a lease may wait for a slot. */
  readonly leaseTimeoutMs: number;
  /** Slots that are made at the same time. */
  readonly makingMax: number;
  /** First part of the namespaces' names; missing: the app's name. */
  readonly namePrefix?: string;
}

/** The app of a slot. @throws Error when this server has no chart for it */
export const appOf = ({ apps }: Pick<PoolDesk, "apps">, name: string): NamespaceApp => {
  const app = apps.find(({ record }) => record.name === name);
  if (app === undefined) throw new Error(`no chart for app "${name}"; there are ${apps.map(({ record }) => record.name).join(", ")}`);
  return app;
};

/** Lets work go on by itself; its failure is told, and brings nothing down. */
export const inBackground = (desk: PoolDesk, slot: string, work: () => Promise<unknown>): void => {
  const running = work()
    .catch((cause: unknown) => desk.tell({ kind: "failed", slot, reason: cause instanceof Error ? cause.message : `${cause}` }))
    .finally(() => desk.background.delete(running));
  desk.background.add(running);
};
