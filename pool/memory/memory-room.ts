/**
 * Room in the memory of a thread that its caches share: beyond its bound goes what was used longest ago, whoever keeps it.
 *
 * What others are made of has to be used after them, as a variant after a start of a task in it, so that it goes after all of them:
 * before that, forgetting it would free nothing.
 */
export interface MemoryRoom {
  /** Keeps something that was not kept, as used just now; what was used longest ago makes room for it. */
  keep(subject: object, tenant: Tenant): void;
  /** Notes that something is used. One that went, and is there since somebody else holds it, is kept again; unknown ones are ignored. */
  use(subject: object): void;
  /** True while what is kept takes less than the bound. */
  hasRoom(): boolean;
  /** Sets the bound, bytes; beyond it, all but what was used last goes. */
  resize(bytesMax: number): void;
  kept(): KeptMemory;
}

/** Something that takes room. */
export interface Tenant {
  readonly kind: TenantKind;
  /** Estimated memory, bytes. */
  readonly bytes: number;
  /** Lets its cache forget it. */
  readonly drop: () => void;
  /** Subject that it is made of, which is in use as long as it is; missing: none. */
  readonly madeOf?: object;
}

/** Kinds of what is kept: booted variants of applications, and starts of tasks in them. */
export type TenantKind = "variants" | "starts";

/** Contents of a room. */
export interface KeptMemory {
  readonly bytesMax: number;
  readonly bytes: Readonly<Record<TenantKind, number>>;
  readonly counts: Readonly<Record<TenantKind, number>>;
}

/** Creates an empty room. @param bytesMax estimated memory that all may take, bytes; missing: there is no bound */
export const createMemoryRoom = (bytesMax = Number.POSITIVE_INFINITY): MemoryRoom => {
  const tenants = new WeakMap<object, Tenant>();
  /** Those that are kept, the most recently used last. */
  const present = new Set<object>();
  const bytes = { variants: 0, starts: 0 };
  const counts = { variants: 0, starts: 0 };
  let bound = bytesMax;

  const count = ({ kind, bytes: size }: Tenant, sign: 1 | -1): void => {
    bytes[kind] += sign * size;
    counts[kind] += sign;
  };
  const total = (): number => bytes.variants + bytes.starts;
  const makeRoom = (): void => {
    for (const oldest of present) {
      if (total() <= bound || present.size === 1) return;
      const tenant = tenants.get(oldest) as Tenant;
      present.delete(oldest);
      count(tenant, -1);
      tenant.drop();
    }
  };
  const touch = (subject: object): void => {
    const tenant = tenants.get(subject);
    if (tenant === undefined) return;
    if (!present.delete(subject)) count(tenant, 1);
    present.add(subject);
    if (tenant.madeOf !== undefined) touch(tenant.madeOf);
  };
  const use = (subject: object): void => {
    touch(subject);
    makeRoom();
  };
  return {
    keep: (subject, tenant) => {
      tenants.set(subject, tenant);
      use(subject);
    },
    use,
    hasRoom: () => total() < bound,
    resize: (bytesMaxNow) => {
      bound = bytesMaxNow;
      makeRoom();
    },
    kept: () => ({ bytesMax: bound, bytes: { ...bytes }, counts: { ...counts } }),
  };
};
