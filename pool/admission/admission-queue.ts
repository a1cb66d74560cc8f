import { DrillError } from "#core/drill-error.ts";

/**
 * Hands out a bounded number of slots to many clients.
 *
 * Requests beyond it wait in a bounded queue: clients are served in turn, and within one client the larger priority
 * goes first, then the older request.
 */
export interface AdmissionQueue {
  /** Acquires a slot if one is free and nobody waits; undefined otherwise. */
  tryAcquire(): Permit | undefined;
  /**
   * Waits for a slot.
   *
   * @throws DrillError QUEUE_FULL, or POOL_FULL when nobody may wait; QUEUE_TIMEOUT, DRAINING or what `abort` was called with
   */
  acquire(request: AdmissionRequest): Ticket;
  /** Rejects all waiting requests, and those that come later. */
  drain(cause: DrillError): void;
  readonly slots: number;
  free(): number;
  depth(): number;
  readonly depthMax: number;
}

export interface AdmissionRequest {
  /** Id of the client; clients are served in turn. */
  readonly client: string;
  /** Priority, 0..9, larger first. */
  readonly priority: number;
}

/** A request in the queue. */
export interface Ticket {
  readonly permit: Promise<Permit>;
  /** Number of requests ahead; undefined once it has its slot. */
  position(): number | undefined;
  /** Leaves the queue; a permit that was already granted stays valid. */
  abort(cause: DrillError): void;
}

/** Permit to use one slot. Releasing it twice is harmless. */
export interface Permit {
  release(): void;
}

export interface AdmissionOptions {
  readonly slots: number;
  readonly depthMax: number;
  readonly nowMs: () => number;
}

/** Creates a queue with all slots free. */
export const createAdmissionQueue = ({ slots, depthMax, nowMs }: AdmissionOptions): AdmissionQueue => {
  const queues = new Map<string, Waiting[]>();
  const rate = createReleaseRate(nowMs);
  let free = slots;
  let depth = 0;
  let sequence = 0;
  let draining: DrillError | undefined;

  const makePermit = (): Permit => {
    let held = true;
    return {
      release: () => {
        if (!held) return;
        held = false;
        rate.record();
        free += 1;
        serve();
      },
    };
  };

  const remove = (waiting: Waiting): boolean => {
    const queue = queues.get(waiting.client);
    const at = queue?.indexOf(waiting) ?? -1;
    if (queue === undefined || at < 0) return false;
    queue.splice(at, 1);
    depth -= 1;
    if (queue.length === 0) queues.delete(waiting.client);
    return true;
  };

  const serve = (): void => {
    while (free > 0) {
      const [client, queue] = queues.entries().next().value ?? [];
      const waiting = queue?.[0];
      if (client === undefined || queue === undefined || waiting === undefined) return;
      remove(waiting);
      if (queues.delete(client) && queue.length > 0) queues.set(client, queue); // to the end: clients take turns
      free -= 1;
      waiting.resolve(makePermit());
    }
  };

  const tryAcquire = (): Permit | undefined => {
    if (free === 0 || depth > 0 || draining !== undefined) return undefined;
    free -= 1;
    return makePermit();
  };

  const enqueue = (request: AdmissionRequest): Ticket => {
    const { promise, resolve, reject } = Promise.withResolvers<Permit>();
    const waiting: Waiting = { ...request, sequence: sequence++, resolve, reject };
    const queue = queues.get(request.client) ?? [];
    const at = queue.findIndex((other) => other.priority < request.priority);
    queue.splice(at < 0 ? queue.length : at, 0, waiting);
    queues.set(request.client, queue);
    depth += 1;
    return {
      permit: promise,
      position: () => positionOf(queues, waiting),
      abort: (cause) => {
        if (remove(waiting)) reject(cause);
      },
    };
  };

  return {
    slots,
    depthMax,
    free: () => free,
    depth: () => depth,
    tryAcquire,
    acquire: (request) => {
      if (draining !== undefined) return refused(draining);
      const permit = tryAcquire();
      if (permit !== undefined) return { permit: Promise.resolve(permit), position: () => undefined, abort: () => undefined };
      if (depth >= depthMax) return refused(refusal({ slots, depth, depthMax, retryAfterMs: rate.waitMs(depth + 1) }));
      return enqueue(request);
    },
    drain: (cause) => {
      draining = cause;
      for (const waiting of [...queues.values()].flat()) if (remove(waiting)) waiting.reject(cause);
    },
  };
};

interface Waiting extends AdmissionRequest {
  readonly sequence: number;
  resolve(permit: Permit): void;
  reject(cause: DrillError): void;
}

const refused = (cause: DrillError): Ticket => ({ permit: Promise.reject(cause), position: () => undefined, abort: () => undefined });

const refusal = (facts: { slots: number; depth: number; depthMax: number; retryAfterMs: number }): DrillError =>
  facts.depthMax === 0
    ? new DrillError("POOL_FULL", `all ${facts.slots} slots are leased`, { retryAfterMs: facts.retryAfterMs })
    : new DrillError("QUEUE_FULL", `${facts.depth} resets wait for ${facts.slots} slots; the queue holds ${facts.depthMax}`, {
        retryAfterMs: facts.retryAfterMs,
      });

/** Estimates a position: all requests of the own client that are ahead, and as many of each other client. */
const positionOf = (queues: ReadonlyMap<string, readonly Waiting[]>, waiting: Waiting): number | undefined => {
  const own = queues.get(waiting.client)?.indexOf(waiting) ?? -1;
  if (own < 0) return undefined;
  let before = own;
  let earlier = true;
  for (const [client, queue] of queues) {
    if (client === waiting.client) earlier = false;
    else before += Math.min(queue.length, earlier ? own + 1 : own);
  }
  return before;
};

const WAIT_MIN_MS = 100;
const WAIT_MAX_MS = 30_000;
const WAIT_UNKNOWN_MS = 1_000;

/** Tracks the mean time between two releases of a slot, ms, as a moving average. */
const createReleaseRate = (nowMs: () => number) => {
  let lastMs: number | undefined;
  let gapMs: number | undefined;
  return {
    record: (): void => {
      const now = nowMs();
      if (lastMs !== undefined) gapMs = gapMs === undefined ? now - lastMs : gapMs * 0.8 + (now - lastMs) * 0.2;
      lastMs = now;
    },
    waitMs: (place: number): number =>
      gapMs === undefined ? WAIT_UNKNOWN_MS : Math.round(Math.min(WAIT_MAX_MS, Math.max(WAIT_MIN_MS, gapMs * place))),
  };
};
