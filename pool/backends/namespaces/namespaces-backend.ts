import pLimit from "p-limit";
import { DrillError } from "#core/drill-error.ts";
import { STANDARD } from "#kube/app/variants/variant-ids.ts";
import { hasSettled } from "#kube/checks/settled.ts";
import type { Backend, LeaseRequest, Slot } from "../../backend.ts";
import { createKubernetesPort } from "../../kubernetes/create-kubernetes-port.ts";
import { forwardRequests } from "../../kubernetes/forward-requests.ts";
import { grantAccess, userOf } from "./agent-access.ts";
import { createAgentApi } from "./agent-api.ts";
import { createAgentAudit } from "./agent-audit.ts";
import { auditPort } from "./audited-port.ts";
import { compareSlot } from "./compare-slot.ts";
import { dealVariants } from "./deal-variants.ts";
import { dropSlot } from "./drop-slot.ts";
import { furnishSlot } from "./furnish-slot.ts";
import { createPoolSlot } from "./namespace-slot.ts";
import { inBackground, type PoolState } from "./pool-state.ts";
import { provisionSlot } from "./provision-slot.ts";
import { recoverSlot } from "./recover-slot.ts";
import { quarantineSlot, rebuildSlot } from "./replace-slot.ts";
import { restoreSlot } from "./restore-slot.ts";
import { warmSlot } from "./warm-slot.ts";

/** Creates the backend of an open pool. */
export const createPoolBackend = (pool: PoolState): Backend => ({
  name: pool.host.name,
  get capabilities() {
    return pool.host.capabilities();
  },
  variants: (app) => [...new Set(variantsOfSlots(pool, app))],
  vacancies: (app, variant) => pool.book.vacancies({ app, variant }),
  provision: async ({ app, slots }) => {
    const missing = dealVariants(pool.settings.variants, variantsOfSlots(pool, app), slots);
    const limit = pLimit(pool.settings.makingMax);
    const made = await Promise.allSettled(missing.map((variant) => limit(() => provisionSlot(pool, { app, variant }))));
    const failed = made.find((result) => result.status === "rejected");
    if (failed !== undefined) throw DrillError.from(failed.reason, { boundary: "provisioning", fallback: "BACKEND_DOWN" });
  },
  lease: (request) => leaseSlot(pool, request),
  rollback: (slot, recover) => restoreSlot(pool, slot.id, recover),
  verify: async ({ id }) => {
    // What an episode's fixtures added to the slot's own baseline goes with it.
    const { baseline } = await warmSlot(pool, id);
    const verification = await compareSlot(pool, id, baseline);
    if (verification.equal) pool.verified.add(id);
    return verification;
  },
  quarantine: (slotId, verification) => quarantineSlot(pool, slotId, verification),
  rebuild: (slotId) => rebuildSlot(pool, slotId),
  release: async ({ id }) => {
    const state = pool.book.get(id)?.state;
    if (state === "returning" && pool.verified.has(id)) await pool.book.move(id, "ready");
    else if (state === "leased" || state === "returning") inBackground(pool, id, () => recoverSlot(pool, id));
  },
  destroy: async () => {
    const limit = pLimit(pool.settings.makingMax * 2);
    await Promise.all(pool.book.all().map(({ id }) => limit(() => dropSlot(pool, id))));
  },
});

/** Variant of each slot of an app that exists or is being created. */
const variantsOfSlots = ({ book }: PoolState, app: string): readonly string[] =>
  book
    .all()
    .filter((record) => record.app === app && COUNTED.has(record.state))
    .map(({ variant }) => variant);

/** States of slots that exist or are being created. */
const COUNTED = new Set(["making", "ready", "leased", "returning"]);

const leaseSlot = async (pool: PoolState, { app, variant = STANDARD, scope, fixtures }: LeaseRequest): Promise<Slot> => {
  if (scope !== "namespace" && pool.host.extent !== "cluster")
    throw new DrillError("CAPABILITY_MISSING", `a slot of the ${pool.host.name} backend is no place for a fault of scope ${scope}`);
  if (pool.isClosed || pool.isDraining) throw new DrillError("DRAINING", "the pool gives no more slots out");
  const { id } = await pool.book.take({ app, variant }, pool.settings.leaseTimeoutMs);
  try {
    await pool.book.move(id, "leased");
    return await openLease(pool, id, fixtures);
  } catch (cause) {
    inBackground(pool, id, () => recoverSlot(pool, id));
    throw cause;
  }
};

const openLease = async (pool: PoolState, id: string, wanted: LeaseRequest["fixtures"]): Promise<Slot> => {
  const { admin, context, limits, runOnNode } = await pool.host.clusterOf(id);
  const { baseline: bare, view, load, telemetry } = await warmSlot(pool, id);
  const { namespace } = bare;
  // It was fit when it was put back; what has died since then is no fault of the episode's.
  if (!(await view.clock.until(() => hasSettled(admin, namespace), { timeoutMs: pool.settings.leaseTimeoutMs })))
    throw new DrillError("SLOT_LOST", `not all workloads of slot ${id} are ready`);
  const timeoutMs = pool.settings.readyTimeoutMs;
  const { baseline, fixtures } = await furnishSlot({ ...admin, clock: view.clock }, bare, { fixtures: wanted, timeoutMs });
  const account = pool.host.accountOf(id);
  const lease = pool.leases.open(id, LEASE_TTL_MS, Date.now());
  const access = { namespace, account, context, lifetimeMs: lease.lifetimeEndsAtMs - Date.now() };
  const credential = await grantAccess(admin, access);
  let memo: unknown;
  const audit = createAgentAudit(Date.now, (touchedPods) => pool.book.move(id, "leased", { memo, touchedPods }));
  const nodes = pool.host.guardNodes?.(view);
  const touch = (): void => {
    const current = pool.leases.renew(id, Date.now());
    if (current?.lifetimeEndsAtMs !== lease.lifetimeEndsAtMs) throw new DrillError("SLOT_LOST", `the lease of slot ${id} is over`);
    nodes?.check();
  };
  const saveMemo = async (told: unknown): Promise<void> => {
    memo = told;
    await pool.book.move(id, "leased", { memo, touchedPods: audit.touchedPods() });
  };
  const agent = auditPort({ ...createKubernetesPort({ context: credential, limits }), ...(runOnNode && { runOnNode }) }, audit);
  const user = userOf(account);
  const { isInScope } = pool.host;
  const live = createAgentApi({ namespace, user, audit, upstream: forwardRequests(credential), touch, isInScope });
  pool.agents.set(id, live);
  return createPoolSlot({
    id,
    backend: pool.host.name,
    baseline,
    fixtures,
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
