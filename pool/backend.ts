import type { Digest } from "#core/digest.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { ClusterApi } from "./cluster-api.ts";
import type { LiveApi } from "./live-api.ts";

/** Backends by the names that configuration and the wire use. */
export type BackendName = "sim" | "namespaces" | "kind";

/**
 * Where slots come from. The simulator forks; real clusters provision ahead, roll back and verify.
 *
 * All methods are safe to repeat. A slot that fails `verify` after `rollback` never serves again before `rebuild`.
 */
export interface Backend {
  readonly name: BackendName;
  /** What slots can do beyond the Kubernetes API: `network-policy`, `fork`, `disturb.kubelet`, …. Faults that need more are not drawn. */
  readonly capabilities: readonly string[];
  /** Makes slots ready ahead of demand. */
  provision(request: ProvisionRequest): Promise<void>;
  /** Takes a slot for one episode. Exclusive until `release`. */
  lease(request: LeaseRequest): Promise<Slot>;
  /** Restores the slot to its baseline; recovery by injectors is handed in, the pool knows no fault. */
  rollback(slot: Slot, recover: (cluster: ClusterPort) => Promise<void>): Promise<RollbackReport>;
  /** Compares the slot with its baseline. */
  verify(slot: Slot): Promise<Verification>;
  /** Takes a slot out of use and keeps the difference for the operator. */
  quarantine(slotId: string, verification: Verification): Promise<void>;
  /** Makes a slot anew. */
  rebuild(slotId: string): Promise<void>;
  /** Gives the slot back, or drops it. */
  release(slot: Slot): Promise<void>;
  /** Removes everything that the backend made. */
  destroy(): Promise<void>;
}

export interface ProvisionRequest {
  readonly app: string;
  readonly slots: number;
}

export interface LeaseRequest {
  readonly app: string;
  /** What the faults of the task may touch; `cluster` and `host` need an exclusive cluster. */
  readonly scope: "namespace" | "cluster" | "host";
  /** Rights of the agent: the whole cluster of an exclusive slot, or its namespace alone. */
  readonly rights: "cluster" | "namespace";
  /** Root seed of the episode, decimal; simulated slots draw their variant and future from it. */
  readonly seed: string;
}

/** A world that one episode at a time has for itself. */
export interface Slot {
  readonly id: string;
  readonly backend: BackendName;
  readonly namespace: string;
  /** Time passes here by itself: what an agent thinks and what tools cost is real, and nobody lets it pass twice. */
  readonly isRealTime: boolean;
  readonly baseline: Baseline;
  /** Injection, oracles, rollback. */
  readonly admin: ClusterPort;
  /** What the agent may do, through RBAC. */
  readonly agent: ClusterPort;
  /** Digest of the present state: exact for `sim`, of object specs elsewhere. */
  digest(): Promise<string>;
  /** Requests of users in a span of the world's time, from the load's own count. `Infinity` of time extrapolates nothing. */
  traffic(fromMs: number, toMs: number): Promise<{ readonly requests: number; readonly errors: number }>;
  /** Checksums of the data that the stores hold now, by store; empty where nobody knows. */
  stores(): Promise<Readonly<Record<string, string>>>;
  /** Writes made by the agent's identity since the lease, oldest first. */
  audit(): readonly AuditRecord[];
  /** The HTTP API as the agent has it, for the HTTP endpoint; missing: the cluster is a real one. */
  readonly api?: AgentApi;
  /** The same of a real cluster. Closed when the agent's part is over, so that nothing that it left open reaches into what comes next. */
  readonly live?: LiveApi;
  /**
   * Settles when what was seen until now can be believed: nothing under the slot has failed that did not show yet. Asked before a
   * bad score is given; missing: nothing can fail unseen.
   * @throws DrillError SLOT_LOST
   */
  confirm?(): Promise<void>;
  /**
   * Keeps what undoes the episode after a restart of the server, before it is done; missing: no episode outlives one.
   * @param memo plain JSON that the pool hands back as it is
   */
  note?(memo: unknown): Promise<void>;
  /** A copy with the same past and its own future; only where `fork` is among the capabilities. */
  fork?(seed?: string): Slot;
}

/** The HTTP API of a slot and whom it takes the agent for. */
export interface AgentApi extends ClusterApi {
  readonly user: string;
}

/** One write of the agent. */
export interface AuditRecord {
  readonly atMs: number;
  readonly verb: string;
  readonly path: string;
  /** HTTP status of the answer. */
  readonly status: number;
  readonly dryRun: boolean;
  /** `resource namespace/name` of what it changed. */
  readonly object: string;
}

export interface RollbackReport {
  readonly deleted: readonly string[];
  readonly recreated: readonly string[];
  readonly restored: readonly string[];
  readonly recycled: readonly string[];
  readonly tookMs: number;
  /** Where the time went, by phase; missing where none passed. */
  readonly phasesMs?: Readonly<Record<string, number>>;
}

export interface Verification {
  readonly equal: boolean;
  readonly digest: Digest;
  readonly expected: Digest;
  readonly differences: readonly string[];
}
