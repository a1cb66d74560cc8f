import { DrillError } from "#core/drill-error.ts";
import { parseTimestamp } from "#core/timestamp.ts";
import { apiPath } from "#kube/ports/api-path.ts";
import type { Lease, Node } from "#kube/types/cluster.ts";
import type { Pod } from "#kube/types/pod.ts";
import { listObjects } from "#kube/verbs/list.ts";
import type { KubernetesPort } from "./create-kubernetes-port.ts";
import type { SlotView } from "./slot-view.ts";
import { createWakingClock } from "./waking-clock.ts";

/** Detects failures of nodes. Where agents have no access to nodes, such a failure is one of the infrastructure. */
export interface NodeWatch {
  /** Starts watching the nodes of a slot's pods. */
  guard(view: SlotView): NodeGuard;
  close(): void;
}

/** Health of one slot's nodes since its guard began. */
export interface NodeGuard {
  /** @throws DrillError SLOT_LOST once a node with pods of the slot was not ready, or is gone */
  check(): void;
  /**
   * Waits for the next heartbeat of each of these nodes: a cluster detects a lost node late, and until then its failing
   * pods look like part of the incident.
   *
   * @throws DrillError SLOT_LOST if one of them sends none
   */
  confirm(): Promise<void>;
}

/** Watches the nodes of a cluster. */
export const watchNodes = (admin: KubernetesPort): NodeWatch => {
  const nodes = admin.watch({ path: apiPath({ resource: "nodes" }) });
  /** Time at which each node was last seen failing, ms of this machine's clock. */
  const failures = new Map<string, number>();
  const known = new Set<string>();
  nodes.onChange(() => {
    const present = new Map((nodes.objects() as readonly Node[]).map((node) => [node.metadata.name, node]));
    for (const name of present.keys()) known.add(name);
    for (const name of known) if (!isReady(present.get(name))) failures.set(name, Date.now());
  });
  const clock = createWakingClock(nodes.onChange);

  const guard = (view: SlotView): NodeGuard => {
    const sinceMs = Date.now();
    const carriers = new Set<string>();
    const check = (): void => {
      for (const { spec } of view.objects("pods") as readonly Pod[]) if (spec.nodeName !== undefined) carriers.add(spec.nodeName);
      const failed = [...carriers].find((name) => (failures.get(name) ?? Number.NEGATIVE_INFINITY) >= sinceMs);
      if (failed !== undefined) throw new DrillError("SLOT_LOST", `node ${failed}, which had pods of the slot, was not ready`);
    };
    const confirm = async (): Promise<void> => {
      check();
      const before = await readRenewals(admin);
      let silent = [...carriers].filter((name) => before.has(name));
      const areHeard = async (): Promise<boolean> => {
        const now = await readRenewals(admin);
        silent = silent.filter((name) => (now.get(name) ?? 0) <= (before.get(name) ?? 0));
        check();
        return silent.length === 0;
      };
      if (await clock.until(areHeard, { timeoutMs: SILENCE_MAX_MS })) return;
      throw new DrillError("SLOT_LOST", `node ${silent[0]}, which has pods of the slot, is silent for ${SILENCE_MAX_MS / 1_000} s`);
    };
    return { check, confirm };
  };
  return { guard, close: nodes.close };
};

/** Times of the last heartbeats by node, ms of the nodes' own clocks. */
const readRenewals = async (admin: KubernetesPort): Promise<ReadonlyMap<string, number>> => {
  const leases = await listObjects<Lease>(admin, { resource: "leases.coordination.k8s.io", namespace: "kube-node-lease" });
  return new Map(leases.map(({ metadata, spec }) => [metadata.name, parseTimestamp(spec?.renewTime ?? "") ?? 0]));
};

/**
 * Maximum time without heartbeat, ms: longer than a cluster takes to mark a silent node not ready, 50 s by default.
 * Nodes renew their leases every 10 s.
 */
const SILENCE_MAX_MS = 60_000;

const isReady = (node: Node | undefined): boolean =>
  node?.status?.conditions?.some(({ type, status }) => type === "Ready" && status === "True") === true;
