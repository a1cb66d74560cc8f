import type { Digest } from "#core/digest.ts";
import { keepFor } from "#core/keep-for.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import type { UserInfo } from "#sim/apiserver/http/client.ts";
import { AUDIT, type AuditRecord as AuditEntry } from "#sim/apiserver/store/audit.ts";
import { storeDigest } from "#sim/apiserver/store/store-digest.ts";
import { userTraffic } from "#sim/flow/user-traffic.ts";
import type { World, WorldImage } from "#sim/kernel/world.ts";
import { restoreFork } from "#sim/restore-world.ts";
import { createSimPort } from "#sim/sim-port.ts";
import { storeChecksums } from "#sim/stores/mongo/server/mongo-data.ts";
import type { AuditRecord, Slot } from "../../backend.ts";
import { nativeDigestJson, nativeHash } from "../../native-digest.ts";
import type { GrantedMeter } from "./create-work-meter.ts";
import { createSimApi } from "./sim-api.ts";

/** Parts of a simulated slot. */
export interface SimSlotParts {
  readonly id: string;
  readonly world: World;
  /** World of the baseline, which the slot's began as a fork of. */
  readonly origin: World;
  readonly baseline: Baseline;
  /** Ids of the fixtures that are part of it. */
  readonly fixtures: readonly string[];
  /** User name of the agent, by its rights. */
  readonly agent: UserInfo;
  /** Creates an id for a fork. */
  readonly nextId: () => string;
  /** Bounds the work that is done through its ports. */
  readonly meter: GrantedMeter;
}

/** Creates a slot on a fork of a baseline; rolling it back means dropping it. */
export const createSimSlot = ({ id, world, origin, baseline, fixtures, agent, nextId, meter }: SimSlotParts): Slot => ({
  id,
  backend: "sim",
  namespace: baseline.namespace,
  isRealTime: false,
  baseline,
  fixtures,
  // What the graders ask is not the agent's to pay for.
  admin: createSimPort(world, ADMIN, { spend: meter.spend }),
  agent: createSimPort(world, agent, meter),
  api: { ...createSimApi(world, agent), user: agent.username },
  digest: async () => {
    const moment = world.moment();
    return moment === undefined ? digestOf(world) : digestAt(moment);
  },
  traffic: async (fromMs, toMs) => userTraffic(world, fromMs, toMs),
  stores: async () => storeChecksums(world, baseline.namespace),
  audit: () => auditOf(world, agent.username),
  fork: (seed) => createSimSlot({ id: nextId(), world: world.fork(seed), origin, baseline, fixtures, agent, nextId, meter: meter.fork() }),
  image: () => world.image(origin),
  forkTo: (image) => {
    const there = restoreFork(origin, image as WorldImage);
    return createSimSlot({ id: nextId(), world: there, origin, baseline, fixtures, agent, nextId, meter: meter.fork() });
  },
  forgetCourse: () => world.forgetCourse(),
  savepoint: () => world.savepoint(),
  grantWork: (units) => meter.grant(units),
  spendWork: (units) => meter.spend(units),
  interpret: meter.interpret,
});

const digestOf = (world: World): Digest => nativeDigestJson([storeDigest(world, nativeHash), world.nowMs(), world.seed]);

/** Digest of a state of the trajectory, which never changes. */
const digestAt = keepFor(digestOf);

/** User for provisioning, injection and oracles: that of kubeadm's operators. */
export const ADMIN: UserInfo = {
  username: "kubernetes-admin",
  groups: ["kubeadm:cluster-admins", "system:masters", "system:authenticated"],
};

/** Records of a user's writes, and the number of entries of the log that they are from. */
interface Trail {
  readonly entries: number;
  readonly records: readonly AuditRecord[];
}

/** The user's writes: each look at them costs what was written since the last one. */
const auditOf = (world: World, username: string): readonly AuditRecord[] => {
  const log = world.log<AuditEntry>(AUDIT);
  return world.memo<Trail>(`slot/audit/${username}`, log.length, ({ entries, records } = NO_TRAIL) => {
    const added = [...log.from(entries)].filter(({ user }) => user === username).map(toRecord);
    return { entries: log.length, records: added.length === 0 ? records : [...records, ...added] };
  }).records;
};

const NO_TRAIL: Trail = { entries: 0, records: [] };

const toRecord = ({ atMs, verb, path, status, dryRun, resource, namespace, name }: AuditEntry): AuditRecord => ({
  atMs,
  verb,
  path,
  status,
  dryRun,
  object: `${resource} ${namespace === undefined ? "" : `${namespace}/`}${name ?? ""}`,
});
