/** Leases by id. Times are wall milliseconds of the clock that is passed in. */
export interface LeaseBook {
  /**
   * Opens a lease, or replaces it.
   * @param spentMs part of its lifetime that is used up already, ms; missing: none
   */
  open(id: string, ttlMs: number, nowMs: number, spentMs?: number): Lease;
  /** Renews a lease for its ttl from now, never beyond its lifetime. A new ttl may be given. Unknown ids give undefined. */
  renew(id: string, nowMs: number, ttlMs?: number): Lease | undefined;
  get(id: string): Lease | undefined;
  close(id: string): void;
  /** Moves the ends of all leases by a time in which no client could renew its own, ms. */
  extend(byMs: number): void;
  /** Ids of the expired leases, the longest expired first. */
  due(nowMs: number): readonly string[];
  /** Leases that end within `aheadMs`, each returned once per renewal. */
  warn(nowMs: number, aheadMs: number): readonly Lease[];
  size(): number;
}

/** One lease. */
export interface Lease {
  readonly id: string;
  readonly ttlMs: number;
  readonly expiresAtMs: number;
  /** Bound of all renewals. */
  readonly lifetimeEndsAtMs: number;
}

/** Bounds of leases. */
export interface LeaseRules {
  readonly ttlMinMs: number;
  readonly ttlDefaultMs: number;
  readonly ttlMaxMs: number;
  readonly lifetimeMaxMs: number;
}

/** Creates an empty lease book. */
export const createLeaseBook = (rules: LeaseRules): LeaseBook => {
  const leases = new Map<string, Lease>();
  const warned = new Map<string, number>();
  const put = (lease: Lease): Lease => {
    leases.set(lease.id, lease);
    return lease;
  };
  return {
    open: (id, ttlMs, nowMs, spentMs = 0) => {
      const lifetimeEndsAtMs = nowMs + Math.max(0, rules.lifetimeMaxMs - spentMs);
      return put({ id, ttlMs, expiresAtMs: Math.min(nowMs + ttlMs, lifetimeEndsAtMs), lifetimeEndsAtMs });
    },
    renew: (id, nowMs, ttlMs) => {
      const lease = leases.get(id);
      if (lease === undefined) return undefined;
      const ttl = ttlMs ?? lease.ttlMs;
      return put({ ...lease, ttlMs: ttl, expiresAtMs: Math.min(nowMs + ttl, lease.lifetimeEndsAtMs) });
    },
    get: (id) => leases.get(id),
    close: (id) => {
      leases.delete(id);
      warned.delete(id);
    },
    extend: (byMs) => {
      for (const lease of leases.values())
        put({ ...lease, expiresAtMs: lease.expiresAtMs + byMs, lifetimeEndsAtMs: lease.lifetimeEndsAtMs + byMs });
    },
    due: (nowMs) =>
      [...leases.values()]
        .filter((lease) => lease.expiresAtMs <= nowMs)
        .sort((a, b) => a.expiresAtMs - b.expiresAtMs)
        .map(({ id }) => id),
    warn: (nowMs, aheadMs) => {
      const soon = [...leases.values()].filter(
        (lease) => lease.expiresAtMs <= nowMs + aheadMs && warned.get(lease.id) !== lease.expiresAtMs,
      );
      for (const lease of soon) warned.set(lease.id, lease.expiresAtMs);
      return soon;
    },
    size: () => leases.size,
  };
};
