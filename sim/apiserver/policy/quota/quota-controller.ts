import { isSameJson } from "#core/canonical-json.ts";
import { sumQuantities } from "#kube/objects/quantity.ts";
import { isTerminal, limitedNames, quotaCovers, usageOf } from "#kube/objects/quota-usage.ts";
import type { ResourceQuota } from "#kube/types/cluster.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { ObjectChange } from "../../../kernel/object-change.ts";
import type { ChangeObserver, TimerHandler, World } from "../../../kernel/world.ts";
import { createClient } from "../../http/create-client.ts";
import { namespacedResources } from "../../schema/served-resources.ts";
import { getObject, listObjects } from "../../store/store.ts";

/** Timers of the quota controller. */
export const quotaTimers: Readonly<Record<string, TimerHandler>> = {
  "quota/sync": (world, key) => syncQuota(world, key),
};

/** Recounts a namespace's quotas when something that they count goes away, and a quota when it is new or changed. */
export const quotaObservers: readonly ChangeObserver[] = [
  (world, change) => {
    if (change.resource === "resourcequotas") {
      if (change.type !== "DELETED" && specOf(change.object) !== specOf(change.previous)) plan(world, change.key);
      return;
    }
    if (!frees(change)) return;
    const namespace = change.key.slice(0, Math.max(0, change.key.indexOf("/")));
    if (namespace === "") return;
    for (const quota of listObjects(world, "resourcequotas", namespace)) plan(world, `${namespace}/${quota.metadata.name}`);
  },
];

/** Delay between a change and the controller's recount, ms. */
const SYNC_DELAY_MS = 10;

const plan = (world: World, key: string): void => world.setTimerNoLaterThan("quota/sync", key, world.nowMs() + SYNC_DELAY_MS);

const specOf = (object: unknown): unknown => (object as { spec?: unknown } | undefined)?.spec;

const frees = ({ type, resource, object, previous }: ObjectChange): boolean => {
  if (type === "DELETED") return resource !== "events";
  return resource === "pods" && previous !== undefined && isTerminal(object as Pod) && !isTerminal(previous as Pod);
};

const syncQuota = (world: World, key: string): void => {
  const [namespace, name] = key.split("/") as [string, string];
  const quota = getObject<ResourceQuota>(world, "resourcequotas", namespace, name);
  if (quota === undefined || quota.metadata.deletionTimestamp !== undefined) return;
  const hard = quota.spec.hard ?? {};
  // Empty maps are not written.
  const status = Object.keys(hard).length === 0 ? {} : { hard, used: countUse(world, quota, namespace, hard) };
  const failures = world.map<number>(FAILURES);
  const isWritten = isSameJson(status, quota.status) || createClient(world, USER).updateStatus("resourcequotas", { ...quota, status }).ok;
  if (isWritten) return failures.size > 0 ? failures.delete(key) : undefined;
  const count = failures.get(key) ?? 0;
  failures.set(key, count + 1);
  world.setTimerNoLaterThan("quota/sync", key, world.nowMs() + Math.min(5 * 2 ** count, RETRY_MAX_MS));
};

/** Refused counts in a row by quota, each of which doubles the delay of the next try. */
const FAILURES = "controllers/quota-failures";
const RETRY_MAX_MS = 1_000_000;

const USER = Object.freeze({
  username: "system:serviceaccount:kube-system:resourcequota-controller",
  groups: Object.freeze(["system:serviceaccounts", "system:serviceaccounts:kube-system", "system:authenticated"]),
});

const countUse = (
  world: World,
  quota: ResourceQuota,
  namespace: string,
  hard: Readonly<Record<string, string>>,
): Record<string, string> => {
  const used: Record<string, string> = {};
  for (const name of Object.keys(hard)) used[name] = "0";
  for (const { resource } of namespacedResources(world)) {
    const names = limitedNames(resource, hard);
    if (names.length === 0) continue;
    for (const object of listObjects(world, resource, namespace)) {
      if (!quotaCovers(quota, resource, object)) continue;
      const usage = usageOf(resource, object);
      for (const limited of names) if (usage[limited] !== undefined) used[limited] = sumQuantities([used[limited] ?? "0", usage[limited]]);
    }
  }
  return used;
};
