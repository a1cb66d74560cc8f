import { DrillError } from "#core/drill-error.ts";
import { parseTimestamp } from "#core/timestamp.ts";
import { apiPath } from "#kube/ports/api-path.ts";
import type { Lease, Node } from "#kube/types/cluster.ts";
import type { Pod } from "#kube/types/pod.ts";
import { listObjects } from "#kube/verbs/list.ts";
import type { KubernetesPort } from "./create-kubernetes-port.ts";
import type { SlotView } from "./slot-view.ts";
import { createWakingClock } from "./waking-clock.ts";

/** Knows which nodes fail. Where agents cannot reach the nodes, a node that fails is nobody's deed. */
export interface NodeWatch {
  /** Begins to look after the nodes that the pods of a slot are on. */
  guard(view: SlotView): NodeGuard;
  close(): void;
}

/** The nodes of one slot since its guard began. */
export interface NodeGuard {
  /** @throws DrillError SLOT_LOST once a node that had pods of the slot was not ready, or is gone */
  check(): void;
  /**
   * Waits until each of these nodes has been heard of again: a cluster notices late that a node is away, and until then what is
   * seen of its pods looks like the world's doing.
   *
   * @throws DrillError SLOT_LOST when one of them stays silent
   */
  confirm(): Promise<void>;
}

/** Watches the nodes of a cluster. */
export const watchNodes = (admin: KubernetesPort): NodeWatch => {
  const nodes = admin.watch({ path: apiPath({ resource: "nodes" }) });
  /** When each node was last seen failing, in milliseconds of this machine. */
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

/** When nodes last said that they live, by name, in milliseconds of their own clocks. */
const readRenewals = async (admin: KubernetesPort): Promise<ReadonlyMap<string, number>> => {
  const leases = await listObjects<Lease>(admin, { resource: "leases.coordination.k8s.io", namespace: "kube-node-lease" });
  return new Map(leases.map(({ metadata, spec }) => [metadata.name, parseTimestamp(spec?.renewTime ?? "") ?? 0]));
};

/** Longer than a cluster takes to call a silent node not ready: 50 s unless it is told otherwise. Nodes renew every 10 s. */
const SILENCE_MAX_MS = 60_000;

const isReady = (node: Node | undefined): boolean =>
  node?.status?.conditions?.some(({ type, status }) => type === "Ready" && status === "True") === true;
