import type { SlotExtent } from "#kube/app/baseline.ts";
import type { ExecResult, NodeCommand } from "#kube/ports/cluster-port.ts";
import type { RequestInfo } from "#sim/apiserver/http/request-info.ts";
import type { BackendName } from "../../backend.ts";
import type { NodeGuard } from "../../kubernetes/node-watch.ts";
import type { SlotView } from "../../kubernetes/slot-view.ts";
import type { PoolTelemetry } from "../../telemetry/pool-telemetry.ts";
import type { MadeSlot } from "./make-slot.ts";
import type { NamespaceApp } from "./namespace-app.ts";
import type { PoolCluster } from "./pool-cluster.ts";
import type { AgentAccount } from "./slot-objects.ts";

/** What the slots of a pool stand on: namespaces of one cluster, or a cluster each. The life of a slot is the same on both. */
export interface SlotGround {
  readonly name: BackendName;
  /** What belongs to a slot, and is put back. */
  readonly extent: SlotExtent;
  /** A slot is deleted before another takes its place: there is no room for both. */
  readonly isScarce: boolean;
  /** What slots can do, as far as experiments have shown. */
  capabilities(): readonly string[];
  /** @param prefix the team's or the app's name */
  createName(prefix: string): string;
  /** The cluster of a slot. @throws DrillError BACKEND_DOWN when it is not there */
  clusterOf(id: string): Promise<SlotCluster>;
  accountOf(id: string): AgentAccount;
  /** Makes it with its app in it, ready and at rest. What fails is for the caller to remove. */
  make(id: string, app: NamespaceApp): Promise<MadeSlot>;
  /** Puts back what is not an object, before the objects are; missing: there is nothing of the kind. */
  revive?(id: string): Promise<void>;
  /** Deletes it, whatever is left of it. Safe to repeat. @returns false when it is still there in the end */
  remove(id: string): Promise<boolean>;
  /** Whether a request stays within what is the agent's business. */
  isInSight(info: RequestInfo, path: string, namespace: string): boolean;
  /** Looks after the nodes that a slot is on; missing: what becomes of them belongs to the incident. */
  guardNodes?(view: SlotView): NodeGuard;
  close(): Promise<void>;
}

/** The cluster that a slot is in, with what leads into it. */
export interface SlotCluster extends PoolCluster {
  readonly telemetry: PoolTelemetry;
  /** Runs a command on a node; missing: nobody gets onto the nodes. */
  runOnNode?(request: NodeCommand): Promise<ExecResult>;
}
