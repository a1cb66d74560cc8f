/**
 * What becomes of a world on which nobody acts: its states at the instants that somebody went to.
 *
 * Forks with one seed go the same way until somebody acts on them, so what one of them has run the others take from here.
 */
export class Course<S> {
  /** By instant, the one that was used last at the end. */
  readonly #states = new Map<number, S>();
  #followers = 0;

  /** Another world goes this way. */
  join(): void {
    this.#followers += 1;
  }

  /** A world that goes its way alone has nobody to keep states for. */
  get isShared(): boolean {
    return this.#followers > 1;
  }

  /** The last state that is known at or before an instant. */
  lastUpTo(atMs: number): S | undefined {
    let last = Number.NEGATIVE_INFINITY;
    for (const known of this.#states.keys()) if (known <= atMs && known > last) last = known;
    const state = this.#states.get(last);
    if (state !== undefined) this.note(last, state);
    return state;
  }

  /** Keeps the state at an instant, and lets go the one that was not used for longest. */
  note(atMs: number, state: S): void {
    this.#states.delete(atMs);
    this.#states.set(atMs, state);
    const [oldest] = this.#states.keys();
    if (this.#states.size > STATES_MAX && oldest !== undefined) this.#states.delete(oldest);
  }
}

/** Where somebody is who goes a course. */
export interface Footing<S> {
  readonly course: Course<S>;
  /** Acts when he came to where he stands. */
  acts: number;
  /** The state of the course at which he stands, whose derived values he shares; undefined between two of them. */
  at: S | undefined;
}

/** Some steps of an episode, each of which goes to two instants; all of them cost a group about as much memory as some more idle episodes. */
const STATES_MAX = 24;
