import type { Baseline } from "#kube/app/baseline.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { AuditRecord, BackendName, Slot } from "../../backend.ts";
import { digestObjects } from "../../baseline/compare-baseline.ts";
import { dataOf, readStores } from "../../baseline/read-stores.ts";
import { readObjects } from "../../baseline/record-baseline.ts";
import type { SlotView } from "../../kubernetes/slot-view.ts";
import type { LiveApi } from "../../live-api.ts";
import type { SlotTelemetry } from "../../telemetry/slot-telemetry.ts";
import type { UserLoad } from "./load/user-load.ts";
import { asLostSlot } from "./lost-slot.ts";

/** Parts of a leased slot. */
export interface PoolSlotParts {
  readonly id: string;
  readonly backend: BackendName;
  /** State of the slot before the episode, with the fixtures that it has for it. */
  readonly baseline: Baseline;
  readonly fixtures: readonly string[];
  readonly admin: ClusterPort;
  readonly agent: ClusterPort;
  readonly live: LiveApi;
  readonly audit: () => readonly AuditRecord[];
  readonly view: SlotView;
  readonly load: UserLoad;
  readonly telemetry: SlotTelemetry;
  /** Called before each use: renews the lease, or throws SLOT_LOST if it has ended or a node of the slot failed. */
  readonly touch: () => void;
  readonly saveMemo: (memo: unknown) => Promise<void>;
  readonly confirm?: () => Promise<void>;
}

/** Creates a slot of a real cluster for the duration of its lease. */
export const createPoolSlot = (parts: PoolSlotParts): Slot => {
  const { id, backend, baseline, fixtures, admin, agent, live, audit, view, load, telemetry, touch, saveMemo, confirm } = parts;
  const { namespace } = baseline;
  const guarded = guardPort({ ...admin, clock: view.clock, probe: retryOnce(admin.probe), query: telemetry.query }, touch);
  return {
    id,
    backend,
    namespace,
    baseline,
    fixtures,
    isRealTime: true,
    admin: guarded,
    agent: guardPort({ ...agent, clock: view.clock, query: telemetry.query }, touch),
    digest: async () => digestObjects(await readObjects(guarded, baseline)),
    traffic: async (fromMs, toMs) => load.traffic(fromMs, toMs),
    stores: async () => dataOf(await readStores(guarded, baseline, baseline.storeFacts)),
    audit,
    live,
    saveMemo,
    ...(confirm !== undefined && { confirm: () => confirm().catch((cause: unknown) => Promise.reject(asLostSlot(cause))) }),
  };
};

/** Calls again after a failure: a machine short of CPU may fail to answer once, but a lost connection fails again. */
const retryOnce =
  (probe: ClusterPort["probe"]): ClusterPort["probe"] =>
  async (request) => {
    const result = await probe(request);
    return result.kind === "timed-out" ? await probe(request) : result;
  };

/** Wraps a port so that an unreachable cluster is SLOT_LOST: no failure of ours may look like an answer of the world. */
const guardPort = (port: ClusterPort, touch: () => void): ClusterPort => {
  const guard =
    <A, R>(call: (request: A) => Promise<R>) =>
    async (request: A): Promise<R> => {
      touch();
      try {
        return await call(request);
      } catch (cause) {
        throw asLostSlot(cause);
      }
    };
  return {
    ...port,
    read: guard(port.read),
    write: guard(port.write),
    exec: guard(port.exec),
    probe: guard(port.probe),
    query: guard(port.query),
    ...(port.runOnNode !== undefined && { runOnNode: guard(port.runOnNode) }),
  };
};
