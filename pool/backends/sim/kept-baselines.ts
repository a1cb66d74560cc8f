import type { Baseline } from "#kube/app/baseline.ts";
import type { World } from "#sim/kernel/world.ts";
import type { MemoryRoom } from "../../memory/memory-room.ts";

/** A world that was booted once, and what it was recorded as. */
export interface BootedBaseline {
  readonly world: World;
  readonly baseline: Baseline;
  /** Ids of the fixtures in it. */
  readonly fixtures: readonly string[];
  /** Baseline that it began as a fork of; missing: it was booted by itself. */
  readonly bare?: BootedBaseline;
}

/** A baseline that was not there before, and its memory, bytes. */
export interface NewBaseline extends BootedBaseline {
  readonly bytes: number;
}

/** Baselines that are kept, or being booted. */
export interface KeptBaselines {
  /** Returns the baseline of a name, booted if it is not there. */
  get(name: string, boot: () => Promise<NewBaseline>): Promise<BootedBaseline>;
  clear(): void;
}

/**
 * Memory of a baseline for each change since its world began, bytes, as measured over the variants of all applications: in one that was
 * read, equal texts are not shared.
 */
export const [BYTES_PER_CHANGE, BYTES_PER_CHANGE_READ] = [550, 700] as const;

/** Creates an empty memory. One that goes for want of room is booted again when it is needed again, unless slots are forks of it. */
export const createKeptBaselines = (room: MemoryRoom): KeptBaselines => {
  const kept = new Map<string, Promise<BootedBaseline>>();
  const inUse = createWeakBaselines();
  const bootNew = async (name: string, boot: () => Promise<NewBaseline>): Promise<BootedBaseline> => {
    const { bytes, ...booted } = await boot();
    const { baseline, bare } = booted;
    inUse.keep(name, booted);
    const madeOf = bare === undefined ? {} : { madeOf: bare.baseline };
    room.keep(baseline, { kind: "variants", bytes, drop: () => void kept.delete(name), ...madeOf });
    return booted;
  };
  return {
    get: async (name, boot) => {
      const booting = kept.get(name) ?? inUse.get(name) ?? bootNew(name, boot);
      kept.set(name, booting);
      try {
        const booted = await booting;
        room.use(booted.baseline);
        return booted;
      } catch (cause) {
        if (kept.get(name) === booting) kept.delete(name);
        throw cause;
      }
    },
    clear: () => kept.clear(),
  };
};

/**
 * Creates a memory of baselines that lasts while a slot has them: it costs nothing, since the slot holds them anyway, and one that
 * episodes are still played in need not be booted again.
 */
const createWeakBaselines = () => {
  const records = new Map<string, WeakRef<Baseline>>();
  const booted = new WeakMap<Baseline, BootedBaseline>();
  return {
    get: (name: string): Promise<BootedBaseline> | undefined => {
      const baseline = records.get(name)?.deref();
      const known = baseline && booted.get(baseline);
      return known && Promise.resolve(known);
    },
    keep: (name: string, known: BootedBaseline): void => {
      records.set(name, new WeakRef(known.baseline));
      booted.set(known.baseline, known);
    },
  };
};
