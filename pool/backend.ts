import type { Digest } from "#core/digest.ts";
import type { Interpret } from "#core/work-budget.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import type { FixtureWish } from "#kube/app/fixtures/fixture.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { ClusterApi } from "./cluster-api.ts";
import type { LiveApi } from "./live-api.ts";

/** Backends by their names in configuration and protocol. */
export type BackendName = "sim" | "namespaces" | "kind";

/**
 * Source of slots. The simulator forks worlds; real clusters provision ahead, roll back and verify.
 *
 * All methods are safe to repeat. A slot that fails `verify` after `rollback` never serves again before `rebuild`.
 */
export interface Backend {
  readonly name: BackendName;
  /**
   * Capabilities of its slots beyond the Kubernetes API: `network-policy`, `fork`, `disturb.kubelet`, …. Faults that
   * need others are not drawn.
   */
  readonly capabilities: readonly string[];
  /** Ids of the forms of an app that its slots have at present, `standard` for the published one. */
  variants(app: string): readonly string[];
  /** Counts the slots of a form of an app that nobody has or waits for; missing: one is made for each lease. */
  vacancies?(app: string, variant: string): Vacancies;
  /** Prepares slots ahead of demand. */
  provision(request: ProvisionRequest): Promise<void>;
  /** Leases a slot to one episode. Exclusive until `release`. */
  lease(request: LeaseRequest): Promise<Slot>;
  /** Restores the slot to its baseline; the caller passes in the injectors' recovery, since the pool knows no faults. */
  rollback(slot: Slot, recover: (cluster: ClusterPort) => Promise<void>): Promise<RollbackReport>;
  /** Compares the slot with its baseline. */
  verify(slot: Slot): Promise<Verification>;
  /** Removes a slot from use and keeps its differences for the operator. */
  quarantine(slotId: string, verification: Verification): Promise<void>;
  /** Recreates a slot. */
  rebuild(slotId: string): Promise<void>;
  /** Returns the slot to the pool, or drops it. */
  release(slot: Slot): Promise<void>;
  /** Removes everything that the backend created. */
  destroy(): Promise<void>;
}

/** Slots that nobody has or waits for. */
export interface Vacancies {
  /** Number of those that can be leased at once. */
  readonly free: number;
  /** Number of those that are being made or rolled back. */
  readonly coming: number;
}

export interface ProvisionRequest {
  readonly app: string;
  readonly slots: number;
}

/** Wish for a slot, and for the fixtures that are in it from the start; slots of a real cluster get no furniture. */
export interface LeaseRequest extends FixtureWish {
  readonly app: string;
  /** Widest scope of the task's faults; `cluster` and `host` need an exclusive cluster. */
  readonly scope: "namespace" | "cluster" | "host";
  /** Rights of the agent: the whole cluster of an exclusive slot, or its namespace alone. */
  readonly rights: "cluster" | "namespace";
  /** Id of the app's variant, one of those that there are; missing: the published form. */
  readonly variant?: string;
  /** Root seed of the episode, decimal; simulated slots derive their random draws from it. */
  readonly seed: string;
}

/** A world for the exclusive use of one episode at a time. */
export interface Slot {
  readonly id: string;
  readonly backend: BackendName;
  readonly namespace: string;
  /** True: time passes by itself, so that the durations of thinking and of tool calls are real and are not simulated on top. */
  readonly isRealTime: boolean;
  readonly baseline: Baseline;
  /** Ids of the fixtures that are part of its baseline; missing: none. */
  readonly fixtures?: readonly string[];
  /** Access for injection, oracles and rollback. */
  readonly admin: ClusterPort;
  /** Access with the agent's rights, enforced by RBAC. */
  readonly agent: ClusterPort;
  /** Digest of the current state: exact for `sim`, of object specs elsewhere. */
  digest(): Promise<string>;
  /**
   * Counts the user requests in a span of the world's time, and those that failed, as the load generator saw them. In
   * the simulator the current state is extrapolated beyond now.
   */
  traffic(fromMs: number, toMs: number): Promise<{ readonly requests: number; readonly errors: number }>;
  /** Checksums of the data that the stores currently hold, by store; empty where they are not known. */
  stores(): Promise<Readonly<Record<string, string>>>;
  /** Writes by the agent's identity since the lease, oldest first. */
  audit(): readonly AuditRecord[];
  /** HTTP API with the agent's rights, for the HTTP endpoint; missing: the cluster is a real one. */
  readonly api?: AgentApi;
  /**
   * HTTP API of a real cluster with the agent's rights. Closed at the agent's end, so that none of its open connections
   * reach into what follows.
   */
  readonly live?: LiveApi;
  /**
   * Resolves once observations so far are known to be valid: no failure of the slot's infrastructure is still
   * undetected. Called before a bad score is given; missing: failures are never hidden.
   * @throws DrillError SLOT_LOST
   */
  confirm?(): Promise<void>;
  /**
   * Saves, before the injection, the data from which a restarted server undoes it; missing: no episode survives a
   * restart.
   * @param memo plain JSON that the pool returns unchanged
   */
  saveMemo?(memo: unknown): Promise<void>;
  /** Copies the slot, with the same history; only where `fork` is among the capabilities. */
  fork?(seed?: string): Slot;
  /** Returns what has changed since the lease, as data that `node:v8` can serialize; only where `fork` is among the capabilities. */
  image?(): unknown;
  /**
   * Copies the slot into the state that an image tells of; only where `fork` is among the capabilities.
   * @param image of a slot that was leased by an equal request, perhaps by another process of the same build
   */
  forkTo?(image: unknown): Slot;
  /** Forgets most of what its forks share of their course, once no more will be made; only where `fork` is among the capabilities. */
  forgetCourse?(): void;
  /** Keeps the present state, and returns a function that goes back to it; only where `fork` is among the capabilities. */
  savepoint?(): () => void;
  /**
   * Bounds the work that is done through its ports from now on, in units of about one event of a simulated cluster: more
   * throws a WorkLimitError. Missing: the cluster has bounds of its own.
   */
  grantWork?(units: number): void;
  /** Books work that is done beside the cluster, such as the agent's own shell. @returns a promise to wait for when it is others' turn */
  spendWork?(units: number): Promise<void> | undefined;
  /** Runs what interprets a text beside the cluster and never waits, and books it with that work. */
  readonly interpret?: Interpret;
}

/** HTTP API of a slot, with the user name that the agent's requests have. */
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
  /** Changed object, as `resource namespace/name`. */
  readonly object: string;
}

export interface RollbackReport {
  readonly deleted: readonly string[];
  readonly recreated: readonly string[];
  readonly restored: readonly string[];
  readonly recycled: readonly string[];
  readonly tookMs: number;
  /** Durations by phase, ms; missing where there was none. */
  readonly phasesMs?: Readonly<Record<string, number>>;
}

export interface Verification {
  readonly equal: boolean;
  readonly digest: Digest;
  readonly expected: Digest;
  readonly differences: readonly string[];
}
