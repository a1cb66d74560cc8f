import { DrillError } from "#core/drill-error.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { STANDARD } from "#kube/app/variants/variant-ids.ts";
import { formOf } from "../../app-form.ts";
import { openSlotView, type SlotView } from "../../kubernetes/slot-view.ts";
import type { SlotTelemetry } from "../../telemetry/slot-telemetry.ts";
import { chooseLoadWay, createCalls } from "./load/choose-calls.ts";
import { startUserLoad, type UserLoad } from "./load/user-load.ts";
import type { PoolState } from "./pool-state.ts";

/** A slot with watches, metrics and users. */
export interface WarmSlot {
  readonly baseline: Baseline;
  readonly view: SlotView;
  readonly load: UserLoad;
  readonly telemetry: SlotTelemetry;
}

/** Returns the slot with its watches and users, which start at the first call. */
export const warmSlot = (pool: PoolState, id: string): Promise<WarmSlot> => {
  const known = pool.warm.get(id);
  if (known !== undefined) return known;
  const opened = openWarmSlot(pool, id);
  pool.warm.set(id, opened);
  opened.catch(() => pool.warm.delete(id));
  return opened;
};

/** Stops its watches and users. */
export const closeWarmSlot = async (pool: PoolState, id: string): Promise<void> => {
  const opened = pool.warm.get(id);
  pool.warm.delete(id);
  const slot = await opened?.catch(() => undefined);
  slot?.load.stop();
  slot?.telemetry.close();
  slot?.view.close();
};

const openWarmSlot = async (pool: PoolState, id: string): Promise<WarmSlot> => {
  const baseline = await pool.baselines.load(id);
  if (baseline === undefined) throw new DrillError("SLOT_LOST", `the baseline of slot ${id} is not there or damaged`);
  const { admin, telemetry } = await pool.host.clusterOf(id);
  const { namespace } = baseline;
  const view = openSlotView(admin, namespace);
  // The charts of this server describe the app, those of an earlier one may have been others.
  const { record } = formOf(pool.apps, pool.book.get(id) ?? { app: baseline.app.name, variant: STANDARD });
  // Clusters of their own give their pods the same addresses: a route, if there is one, leads to one of them.
  const way = pool.host.extent === "cluster" ? "proxy" : await chooseLoadWay(view, record);
  const calls = createCalls(way, { admin, view, namespace });
  return {
    baseline: { ...baseline, app: record },
    view,
    load: startUserLoad(record, calls, pool.settings.requestsPerSecond),
    telemetry: telemetry.open({ view, app: record, namespace, logsSinceMs: logsSince(pool, id), hasRoute: way === "pods" }),
  };
};

/**
 * Time from which a slot's logs are read, wall ms: 0 for a slot that is being created; for others their last change of
 * state, since an earlier server may have run episodes in them.
 */
const logsSince = ({ book }: PoolState, id: string): number => {
  const slot = book.get(id);
  return slot === undefined || slot.state === "making" ? 0 : slot.atMs;
};
