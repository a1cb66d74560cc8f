import { keepUpTo } from "#core/keep-up-to.ts";
import type { KubeObject, OwnerReference } from "#kube/types/meta.ts";
import { noteRefusal, refusedWrites } from "../apiserver/http/refused-writes.ts";
import type { ObjectChange } from "../kernel/object-change.ts";
import type { ChangeObserver, TimerHandler, World } from "../kernel/world.ts";

/** Controller as data: its watches, and one step that brings an object nearer to its desired state. */
export interface Controller {
  /** Name of the work queue: `deployment`. */
  readonly name: string;
  /** Resource → which of the controller's keys a change of one of its objects concerns; `*` watches every resource. */
  readonly watches: Readonly<Record<string, KeysOf>>;
  /** True for one whose work others wait for at once: it runs before anything else that the change sets off. */
  readonly isPrompt?: boolean;
  /**
   * Brings one key's object nearer to its desired state; must write nothing when there is nothing to do. A step in which the API server
   * refused a write, or that says that it failed, is tried again.
   */
  readonly reconcile: (world: World, key: string) => void;
  /** Delays before it is tried again; missing: those of most work queues. */
  readonly retry?: Retry;
}

/** Delays of a work queue after failures. */
export interface Retry {
  /** Delay after the first failure, doubled at each further one in a row, ms. Missing: 5. */
  readonly firstMs?: number;
  /** Longest delay, ms. Missing: 1000 s. */
  readonly lastMs?: number;
  /** Tries after which a key is dropped until something changes. Missing: none is. */
  readonly triesMax?: number;
}

/** The keys of a controller that a change concerns. */
export type KeysOf = (world: World, change: ObjectChange) => readonly string[];

/** The timers of controllers: `controller/<name>`, keyed by object. */
export const controllerTimers = (controllers: readonly Controller[]): Readonly<Record<string, TimerHandler>> =>
  Object.fromEntries(controllers.map((controller) => [timerName(controller.name), (world, key) => takeTurn(world, controller, key)]));

const takeTurn = (world: World, { name, reconcile, retry = {} }: Controller, key: string): void => {
  const before = refusedWrites(world);
  reconcile(world, key);
  if (refusedWrites(world) === before) forgetFailures(world, name, key);
  else enqueueAfterFailure(world, name, key, retry);
};

/** Says that a step failed for another reason than a refused write. */
export const failTurn = (world: World): void => noteRefusal(world);

/** Observer that queues work for all controllers; a change without a watcher costs one look-up. */
export const controllerObserver = (controllers: readonly Controller[]): ChangeObserver => {
  const table = watchersByResource(controllers);
  const everywhere = table.get("*") ?? [];
  return (world, change) => {
    for (const { name, keysOf, isPrompt } of table.get(change.resource) ?? everywhere) {
      for (const key of keysOf(world, change)) {
        if (isPrompt) enqueueAfter(world, name, key, 0);
        else enqueue(world, name, key);
      }
    }
  };
};

interface Watcher {
  readonly name: string;
  readonly keysOf: KeysOf;
  readonly isPrompt: boolean;
}

/** Watchers by resource, those of every resource last; `*` has the watchers of resources that no controller names. */
const watchersByResource = (controllers: readonly Controller[]): ReadonlyMap<string, readonly Watcher[]> => {
  const table = new Map<string, Watcher[]>();
  for (const { name, watches, isPrompt = false } of controllers) {
    for (const [resource, keysOf] of Object.entries(watches)) {
      table.set(resource, [...(table.get(resource) ?? []), { name, keysOf, isPrompt }]);
    }
  }
  const everywhere = table.get("*") ?? [];
  return new Map([...table].map(([resource, own]) => [resource, resource === "*" ? own : [...own, ...everywhere]]));
};

/** Queues a key after the latency of a watch and a work queue; queueing it again before it runs is one run. */
export const enqueue = (world: World, name: string, key: string): void => {
  const timer = timerName(name);
  const planned = world.timerAtMs(timer, key);
  if (planned === undefined) world.setTimer(timer, key, world.nowMs() + queueLatencyMs(world, name));
  else if (planned > world.nowMs() + QUEUE_LATENCY_MAX_MS) world.setTimer(timer, key, world.nowMs() + QUEUE_LATENCY_MAX_MS);
};

/** Queues a key for later; an earlier plan for it stands. */
export const enqueueAfter = (world: World, name: string, key: string, delayMs: number): void => {
  world.setTimerNoLaterThan(timerName(name), key, world.nowMs() + Math.max(0, Math.ceil(delayMs)));
};

/** Queues a key for a look at whether anything has changed; what changes nothing costs nothing. */
export const lookLater = (world: World, name: string, key: string, everyMs: number): void => world.setLook(timerName(name), key, everyMs);

const enqueueAfterFailure = (world: World, name: string, key: string, retry: Retry): void => {
  const { firstMs = 5, lastMs = 1_000_000, triesMax = Number.POSITIVE_INFINITY } = retry;
  const failures = world.map<number>(FAILURES);
  const failureKey = `${name} ${key}`;
  const count = failures.get(failureKey) ?? 0;
  if (count >= triesMax) return void failures.delete(failureKey);
  failures.set(failureKey, count + 1);
  enqueueAfter(world, name, key, Math.min(firstMs * 2 ** Math.min(count, 30), lastMs));
};

const forgetFailures = (world: World, name: string, key: string): void => {
  const failures = world.map<number>(FAILURES);
  if (failures.size > 0) failures.delete(`${name} ${key}`);
};

/** A change concerns the object itself. */
export const itself: KeysOf = (_world, change) => [change.key];

/** A change concerns the object that controls the changed one, before or after the change. */
export const controllerOf =
  (kind: string): KeysOf =>
  (_world, change) => {
    const after = ownerKey(change.object as KubeObject, kind);
    const before = change.previous === undefined ? undefined : ownerKey(change.previous as KubeObject, kind);
    if (after === undefined) return before === undefined ? NO_KEYS : [before];
    return before === undefined || before === after ? [after] : [before, after];
  };

/** The reference to the object that controls this one. */
export const controllerRef = (object: KubeObject): OwnerReference | undefined =>
  object.metadata.ownerReferences?.find(({ controller }) => controller === true);

/** The reference that an object puts into those that it controls. */
export const ownerReferenceTo = ({ apiVersion, kind, metadata }: KubeObject): OwnerReference => ({
  apiVersion,
  kind,
  name: metadata.name,
  uid: metadata.uid as string,
  controller: true,
  blockOwnerDeletion: true,
});

/** Splits `namespace/name`; cluster-scoped keys have no namespace. */
export const splitKey = (key: string): { readonly namespace: string | undefined; readonly name: string } => {
  const slash = key.indexOf("/");
  return slash === -1 ? { namespace: undefined, name: key } : { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
};

/** No keys, shared. */
export const NO_KEYS: readonly string[] = Object.freeze([]);

const FAILURES = "controllers/failures";
const QUEUE_LATENCY_MIN_MS = 5;
const QUEUE_LATENCY_MAX_MS = 50;

/** Made once a controller: text that is put together anew has to be hashed at every look-up. */
const timerName = (name: string): string => timerNames(name, (text) => `controller/${text}`);

const timerNames = keepUpTo<string, string>(256);

/** Latency of a controller's queue, ms; equal for all items of an instant, so that they keep their order. */
const queueLatencyMs = (world: World, name: string): number =>
  world.rng(`controller/${name}/${world.nowMs()}`).int(QUEUE_LATENCY_MIN_MS, QUEUE_LATENCY_MAX_MS);

const ownerKey = (object: KubeObject, kind: string): string | undefined => {
  const owner = controllerRef(object);
  return owner === undefined || owner.kind !== kind ? undefined : `${object.metadata.namespace}/${owner.name}`;
};
