/**
 * Trajectory of a world without actions: its states at the instants that some world has advanced to. Forks with one seed evolve equally
 * until an action, so the states that one of them computes are reused by the others.
 */
export class IdleTrajectory<S> {
  /** States by instant, the most recently used last. */
  readonly #states = new Map<number, S>();
  #followers = 0;

  /** Counts one more world on this trajectory. */
  join(): void {
    this.#followers += 1;
  }

  /** True if several worlds follow it, so that keeping states is worth while. */
  get isShared(): boolean {
    return this.#followers > 1;
  }

  /** Number of states. */
  get size(): number {
    return this.#states.size;
  }

  /** Returns the latest known state at or before an instant; undefined when there is none. */
  lastUpTo(atMs: number): S | undefined {
    let last = Number.NEGATIVE_INFINITY;
    for (const known of this.#states.keys()) if (known <= atMs && known > last) last = known;
    const state = this.#states.get(last);
    if (state !== undefined) this.record(last, state);
    return state;
  }

  /** Records the state at an instant, and evicts the least recently used one beyond the bound. */
  record(atMs: number, state: S): void {
    const before = this.#states.size;
    this.#states.delete(atMs);
    this.#states.set(atMs, state);
    this.trim(STATES_MAX);
    if (this.#states.size > STATES_OF_PRESENT) makeRoom(this, this.#states.size - before);
  }

  /** Evicts all but a few states, so that it is no long one any more, which would outlast its worlds. */
  shorten(): void {
    forgetLong(this);
    this.trim(STATES_OF_PRESENT);
  }

  /** Evicts the least recently used states but so many. */
  trim(most: number): void {
    for (const oldest of this.#states.keys()) {
      if (this.#states.size <= most) return;
      this.#states.delete(oldest);
    }
  }
}

/** Position of a world on a trajectory. */
export interface TrajectoryPosition<S> {
  readonly trajectory: IdleTrajectory<S>;
  /** Number of acts on the world when it reached this position. */
  acts: number;
  /** State of the trajectory at this position, whose derived values the world shares; undefined between two states. */
  at: S | undefined;
}

/** Most states of a trajectory, for an episode of sixty steps, two instants each: its next episodes find them all. */
const STATES_MAX = 128;

/** States that a trajectory keeps in any case: a few steps, for a group that plays at the same time. */
const STATES_OF_PRESENT = 24;

/** Most states of all long trajectories of this thread, at some 40 KiB each, unless another number is set. */
const STATES_OF_ALL_MAX = 4_096;

/** Memory of a state beyond what it shares with those around it, bytes, about. */
export const STATE_BYTES = 40 * 1_024;

type Long = Pick<IdleTrajectory<unknown>, "size" | "trim">;

/** Long trajectories, the most recently used last: one whose worlds are gone is the next to be trimmed. */
const long = new Set<Long>();
let statesOfAll = 0;
let statesOfAllMax = STATES_OF_ALL_MAX;

/** Number of states of all long trajectories of this thread. */
export const countLongStates = (): number => statesOfAll;

/** Sets how many states all long trajectories of this thread may have together. */
export const boundLongStates = (most: number): void => {
  statesOfAllMax = most;
  trimOldest();
};

/** Trims the least recently used long trajectories when all together are too long. @param added states that were added to the newest */
const makeRoom = (newest: Long, added: number): void => {
  statesOfAll += long.delete(newest) ? added : newest.size;
  long.add(newest);
  trimOldest();
};

const trimOldest = (): void => {
  for (const oldest of long) {
    if (statesOfAll <= statesOfAllMax) return;
    forgetLong(oldest);
    oldest.trim(STATES_OF_PRESENT);
  }
};

const forgetLong = (trajectory: Long): void => {
  if (long.delete(trajectory)) statesOfAll -= trajectory.size;
};
