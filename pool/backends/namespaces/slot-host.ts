import type { SlotExtent } from "#kube/app/baseline.ts";
import type { ExecResult, NodeCommand } from "#kube/ports/cluster-port.ts";
import type { RequestInfo } from "#sim/apiserver/http/request-info.ts";
import type { BackendName } from "../../backend.ts";
import type { NodeGuard } from "../../kubernetes/node-watch.ts";
import type { SlotView } from "../../kubernetes/slot-view.ts";
import type { PoolTelemetry } from "../../telemetry/pool-telemetry.ts";
import type { CreatedSlot } from "./create-slot.ts";
import type { NamespaceForm } from "./namespace-app.ts";
import type { PoolCluster } from "./pool-cluster.ts";
import type { AgentAccount } from "./slot-objects.ts";

/** Host of a pool's slots: namespaces of one cluster, or a cluster each. The life cycle of a slot is the same on both. */
export interface SlotHost {
  readonly name: BackendName;
  /** Extent of a slot, which is restored as a whole. */
  readonly extent: SlotExtent;
  /** True: a slot is deleted before its replacement is created, since there is no room for both. */
  readonly isScarce: boolean;
  /** Capabilities of the slots, as found by experiment so far. */
  capabilities(): readonly string[];
  /**
   * Creates a name for a new slot.
   * @param prefix the team's or the app's name, in the form's own words
   */
  createName(prefix: string): string;
  /** Returns the cluster of a slot. @throws DrillError BACKEND_DOWN if it does not exist */
  clusterOf(id: string): Promise<SlotCluster>;
  accountOf(id: string): AgentAccount;
  /** Creates a slot with its app, ready and stable. The caller removes a failed one. */
  make(id: string, form: NamespaceForm): Promise<CreatedSlot>;
  /** Restores what is not an object, before the objects are restored; missing: there is nothing such. */
  revive?(id: string): Promise<void>;
  /** Deletes a slot, complete or not. Safe to repeat. @returns false if it still exists at the timeout */
  remove(id: string): Promise<boolean>;
  /** True for a request within the agent's scope. */
  isInScope(info: RequestInfo, path: string, namespace: string): boolean;
  /** Watches the nodes of a slot; missing: failures of nodes belong to the incident. */
  guardNodes?(view: SlotView): NodeGuard;
  close(): Promise<void>;
}

/** The cluster of a slot, with the means of access. */
export interface SlotCluster extends PoolCluster {
  readonly telemetry: PoolTelemetry;
  /** Runs a command on a node; missing: nodes are not accessible. */
  runOnNode?(request: NodeCommand): Promise<ExecResult>;
}
