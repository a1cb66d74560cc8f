/** Speed of virtual time at the endpoint, in virtual ms per real ms. */
export interface Pace {
  /** Speed while nobody waits. */
  readonly idleSpeed: number;
  /** Speed while a client waits: for a watch, a followed log or a running command. */
  readonly waitingSpeed: number;
  /** Maximum virtual time between two events at the endpoint while nobody waits, ms. */
  readonly idleMaxMs: number;
  /** Virtual time that each request costs in addition, ms. */
  readonly requestCostMs: number;
}

/** Clock that maps real time to the virtual time of a world. */
export interface PacedClock {
  /** Virtual time for a real time, ms. Decreases by a slip alone, to where the world is. */
  targetMs(wallMs: number): number;
  /** Offset of the client's clock from the world's, whole seconds in ms. */
  shiftMs(wallMs: number): number;
  /** Real time until a virtual time is reached at the current speed, ms, ≥ 0. */
  wallUntil(virtualMs: number, wallMs: number): number;
  /** Sets whether a client waits, which changes the speed from now on. */
  setWaiting(isWaiting: boolean, wallMs: number): void;
  /** Records an event at the endpoint: the next idle span begins. */
  touch(wallMs: number): void;
  /** Records the virtual time of the world, which others than the endpoint advance too. */
  sync(virtualMs: number, wallMs: number): void;
  /** Goes on from the virtual time of a world that could not keep up. @returns how far that is behind, ms */
  slip(virtualMs: number, wallMs: number): number;
}

/** Creates a clock for a world at a virtual time. */
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
    slip: (virtualMs, wallMs) => {
      const lostMs = Math.max(0, targetMs(wallMs) - virtualMs);
      if (lostMs > 0) moveAnchor(virtualMs, wallMs);
      return lostMs;
    },
  };
};
