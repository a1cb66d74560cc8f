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
    this.#states.delete(atMs);
    this.#states.set(atMs, state);
    const [oldest] = this.#states.keys();
    if (this.#states.size > STATES_MAX && oldest !== undefined) this.#states.delete(oldest);
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

/** Maximum number of states: a few steps of an episode, two instants each; they cost a group about as much memory as a few idle episodes. */
const STATES_MAX = 24;
