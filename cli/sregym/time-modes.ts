import type { EpisodeLimits } from "#env/host/episode-protocol.ts";

/** Passing of an episode's time: by the agent's commands, or with the clock of the machine. */
export interface TimeMode {
  /** Settings of the server that plays. */
  readonly settings: Readonly<Record<string, number>>;
  /** Limits that go with it. */
  readonly limits: Partial<EpisodeLimits>;
  /** True: time that has passed on the clock is made up for before each command. */
  readonly followsClock: boolean;
  readonly says: string;
}

/** Name of a mode. */
export type TimeName = "virtual" | "real" | "x10";

const HOUR_MS = 3_600_000;

const clockMode = (speed: number, says: string): TimeMode => ({
  settings: { kubeIdleSpeed: speed, kubeWaitingSpeed: speed, kubeIdleMaxMs: HOUR_MS, kubeRequestCostMs: 0 },
  limits: { stepLatencyMs: 0 },
  followsClock: true,
  says,
});

/** Modes by name. */
export const TIME_MODES: Readonly<Record<TimeName, TimeMode>> = Object.freeze({
  virtual: { settings: {}, limits: {}, followsClock: false, says: "each command takes its time, sleeping takes none" },
  real: clockMode(1, "the clock's, for agents that sleep and poll"),
  x10: clockMode(10, "ten times as fast as the clock"),
});
