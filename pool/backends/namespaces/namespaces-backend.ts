import pLimit from "p-limit";
import { DrillError } from "#core/drill-error.ts";
import type { Backend, LeaseRequest, Slot } from "../../backend.ts";
import { hasSettled } from "../../baseline/settled.ts";
import { createKubernetesPort } from "../../kubernetes/create-kubernetes-port.ts";
import { forwardRequests } from "../../kubernetes/forward-requests.ts";
import { grantAccess, userOf } from "./agent-access.ts";
import { createAgentApi } from "./agent-api.ts";
import { createAgentAudit } from "./agent-audit.ts";
import { auditPort } from "./audited-port.ts";
import { bringBack } from "./bring-back.ts";
import { compareSlot } from "./compare-slot.ts";
import { dropSlot } from "./drop-slot.ts";
import { createPoolSlot } from "./namespace-slot.ts";
import { inBackground, type PoolDesk } from "./pool-desk.ts";
import { provisionSlot } from "./provision-slot.ts";
import { quarantineSlot, rebuildSlot } from "./replace-slot.ts";
import { restoreSlot } from "./restore-slot.ts";
import { warmSlot } from "./warm-slot.ts";

/** Creates the backend of an open pool. */
export const createPoolBackend = (desk: PoolDesk): Backend => ({
  name: desk.host.name,
  get capabilities() {
    return desk.host.capabilities();
  },
  provision: async ({ app, slots }) => {
    const there = desk.book.all().filter((record) => record.app === app && COUNTED.has(record.state)).length;
    const limit = pLimit(desk.settings.makingMax);
    const made = await Promise.allSettled(Array.from({ length: Math.max(0, slots - there) }, () => limit(() => provisionSlot(desk, app))));
    const failed = made.find((result) => result.status === "rejected");
    if (failed !== undefined) throw DrillError.from(failed.reason, { boundary: "provisioning", fallback: "BACKEND_DOWN" });
  },
  lease: (request) => leaseSlot(desk, request),
  rollback: (slot, recover) => restoreSlot(desk, slot.id, recover),
  verify: async ({ id, baseline }) => {
    const verification = await compareSlot(desk, id, baseline);
    if (verification.equal) desk.verified.add(id);
    return verification;
  },
  quarantine: (slotId, verification) => quarantineSlot(desk, slotId, verification),
  rebuild: (slotId) => rebuildSlot(desk, slotId),
  release: async ({ id }) => {
    const state = desk.book.get(id)?.state;
    if (state === "returning" && desk.verified.has(id)) await desk.book.move(id, "ready");
    else if (state === "leased" || state === "returning") inBackground(desk, id, () => bringBack(desk, id));
  },
  destroy: async () => {
    const limit = pLimit(desk.settings.makingMax * 2);
    await Promise.all(desk.book.all().map(({ id }) => limit(() => dropSlot(desk, id))));
  },
});

/** States of slots that exist or are being created. */
const COUNTED = new Set(["making", "ready", "leased", "returning"]);

const leaseSlot = async (desk: PoolDesk, { app, scope }: LeaseRequest): Promise<Slot> => {
  if (scope !== "namespace" && desk.host.extent !== "cluster")
    throw new DrillError("CAPABILITY_MISSING", `a slot of the ${desk.host.name} backend is no place for a fault of scope ${scope}`);
  if (desk.isClosed || desk.isDraining) throw new DrillError("DRAINING", "the pool gives no more slots out");
  const { id } = await desk.book.take(app, desk.settings.leaseTimeoutMs);
  try {
    await desk.book.move(id, "leased");
    return await openLease(desk, id);
  } catch (cause) {
    inBackground(desk, id, () => bringBack(desk, id));
    throw cause;
  }
};

const openLease = async (desk: PoolDesk, id: string): Promise<Slot> => {
  const { admin, context, limits, runOnNode } = await desk.host.clusterOf(id);
  const { baseline, view, load, telemetry } = await warmSlot(desk, id);
  const { namespace } = baseline;
  // It was fit when it was put back; what has died since then is no fault of the episode's.
  if (!(await view.clock.until(() => hasSettled(admin, namespace), { timeoutMs: desk.settings.leaseTimeoutMs })))
    throw new DrillError("SLOT_LOST", `not all workloads of slot ${id} are ready`);
  const account = desk.host.accountOf(id);
  const lease = desk.leases.open(id, LEASE_TTL_MS, Date.now());
  const access = { namespace, account, context, lifetimeMs: lease.lifetimeEndsAtMs - Date.now() };
  const credential = await grantAccess(admin, access);
  let memo: unknown;
  const audit = createAgentAudit(Date.now, (touchedPods) => desk.book.move(id, "leased", { memo, touchedPods }));
  const nodes = desk.host.guardNodes?.(view);
  const touch = (): void => {
    const current = desk.leases.renew(id, Date.now());
    if (current?.lifetimeEndsAtMs !== lease.lifetimeEndsAtMs) throw new DrillError("SLOT_LOST", `the lease of slot ${id} is over`);
    nodes?.check();
  };
  const saveMemo = async (told: unknown): Promise<void> => {
    memo = told;
    await desk.book.move(id, "leased", { memo, touchedPods: audit.touchedPods() });
  };
  const agent = auditPort({ ...createKubernetesPort({ context: credential, limits }), ...(runOnNode && { runOnNode }) }, audit);
  const user = userOf(account);
  const { isInSight } = desk.host;
  const live = createAgentApi({ namespace, user, audit, upstream: forwardRequests(credential), touch, isInSight });
  desk.agents.set(id, live);
  return createPoolSlot({
    id,
    backend: desk.host.name,
    baseline,
    admin,
    agent,
    live,
    audit: audit.records,
    view,
    load,
    telemetry,
    touch,
    saveMemo,
    ...(nodes !== undefined && { confirm: nodes.confirm }),
  });
};

/** Idle time after which a lease expires, ms; the server's own leases of episodes are shorter. */
const LEASE_TTL_MS = 3_600_000;
