/** Speed of virtual time at the endpoint, in virtual ms per real ms. */
export interface Pace {
  /** While nobody waits. */
  readonly idleSpeed: number;
  /** While somebody does: on a watch, a log that is followed, a command that runs. */
  readonly waitingSpeed: number;
  /** The most that passes between two things that happen at the endpoint while nobody waits, virtual ms. */
  readonly idleMaxMs: number;
  /** What each request costs on top, virtual ms. */
  readonly requestCostMs: number;
}

/** Where a world should be by now. */
export interface PacedClock {
  /** The virtual instant that belongs to a real one. Never goes back. */
  targetMs(wallMs: number): number;
  /** What the client's clock is ahead of the world's, whole seconds in ms. */
  shiftMs(wallMs: number): number;
  /** Real ms until a virtual instant is reached at the present speed; ≥ 0. */
  wallUntil(virtualMs: number, wallMs: number): number;
  /** Says whether somebody waits; whoever does makes time pass at another speed from now on. */
  setWaiting(isWaiting: boolean, wallMs: number): void;
  /** Notes that something happened at the endpoint: the next idle span begins. */
  touch(wallMs: number): void;
  /** Notes where the world is: others than the endpoint move it too. */
  sync(virtualMs: number, wallMs: number): void;
}

/** Creates a clock for a world that is at a virtual instant now. */
export const createPacedClock = (pace: Pace, virtualNowMs: number, wallNowMs: number): PacedClock => {
  let anchor = { virtualMs: virtualNowMs, wallMs: wallNowMs };
  let isWaiting = false;
  const speed = (): number => (isWaiting ? pace.waitingSpeed : pace.idleSpeed);
  const targetMs = (wallMs: number): number => {
    const passedMs = Math.max(0, wallMs - anchor.wallMs) * speed();
    return Math.floor(anchor.virtualMs + (isWaiting ? passedMs : Math.min(passedMs, pace.idleMaxMs)));
  };
  const moveAnchor = (virtualMs: number, wallMs: number): void => {
    anchor = { virtualMs, wallMs };
  };
  return {
    targetMs,
    shiftMs: (wallMs) => Math.floor((wallMs - targetMs(wallMs)) / 1_000) * 1_000,
    wallUntil: (virtualMs, wallMs) => Math.max(0, Math.ceil((virtualMs - targetMs(wallMs)) / speed())),
    setWaiting: (waits, wallMs) => {
      if (waits === isWaiting) return;
      moveAnchor(targetMs(wallMs), wallMs);
      isWaiting = waits;
    },
    touch: (wallMs) => {
      // A speed of one with no cap needs no new anchor, and without one the shift stays what it is.
      if (!isWaiting && pace.idleMaxMs !== Infinity) moveAnchor(targetMs(wallMs) + pace.requestCostMs, wallMs);
      else if (pace.requestCostMs > 0) moveAnchor(targetMs(wallMs) + pace.requestCostMs, wallMs);
    },
    sync: (virtualMs, wallMs) => {
      if (virtualMs > targetMs(wallMs)) moveAnchor(virtualMs, wallMs);
    },
  };
};
