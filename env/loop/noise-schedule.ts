import type { Clock } from "#core/clock.ts";
import { createRng, type Rng } from "#core/rng.ts";
import type { Place } from "#injectors/injector.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { Noise } from "#problems/problem.ts";

/** Disturbances that are due at seeded instants while an episode runs. */
export interface NoiseSchedule {
  /** Passes time on a cluster, striking whatever falls due on the way. */
  pass(cluster: ClusterPort, ms: number): Promise<void>;
  /** The port with a clock that strikes: what tools that wait get. */
  over(cluster: ClusterPort, admin: ClusterPort): ClusterPort;
  /** No more strikes: the grader measures. */
  stop(): void;
  fork(): NoiseSchedule;
}

/** What a schedule is drawn from. */
export interface NoiseParts {
  readonly generators: readonly Noise[];
  readonly seed: string;
  readonly startMs: number;
  readonly place: Place;
  /** Names that stay untouched: the fault's components. */
  readonly spared: readonly string[];
}

/** Creates a schedule; without generators passing time is all it does. */
export const createNoiseSchedule = (parts: NoiseParts, position = 0): NoiseSchedule => {
  const { generators, seed, place, spared } = parts;
  const rng = createRng(seed).stream("noise");
  let next = position;
  let isStopped = generators.length === 0;
  let dueMs = isStopped ? Number.POSITIVE_INFINITY : strikeAtMs(parts, rng, position);
  const pass = async (cluster: ClusterPort, ms: number): Promise<void> => {
    const untilMs = cluster.clock.nowMs() + ms;
    while (!isStopped && dueMs <= untilMs) {
      await cluster.clock.sleep(Math.max(0, dueMs - cluster.clock.nowMs()));
      const stream = rng.stream(`strike ${next}`);
      await stream.pick(generators).strike(cluster, place, { rng: stream, spared });
      next += 1;
      dueMs += gapMs(rng, next, generators);
    }
    await cluster.clock.sleep(Math.max(0, untilMs - cluster.clock.nowMs()));
  };
  return {
    pass,
    over: (cluster, admin) =>
      isStopped
        ? cluster
        : {
            ...cluster,
            clock: strikingClock(
              cluster.clock,
              (ms) => pass(admin, ms),
              () => dueMs,
            ),
          },
    stop: () => {
      isStopped = true;
    },
    fork: () => createNoiseSchedule(parts, next),
  };
};

/** When a strike is due; what comes after it is found by the gaps from there. */
const strikeAtMs = ({ startMs, generators }: NoiseParts, rng: Rng, index: number): number => {
  let atMs = startMs;
  for (let i = 0; i <= index; i++) atMs += gapMs(rng, i, generators);
  return atMs;
};

/** Poisson gaps, bounded below so that two strikes never fall together. */
const gapMs = (rng: Rng, index: number, generators: readonly Noise[]): number => {
  const mean = Math.min(...generators.map(({ meanGapMs }) => meanGapMs));
  return Math.max(GAP_MIN_MS, Math.round(-Math.log(1 - rng.stream(`gap ${index}`).fraction()) * mean));
};

const GAP_MIN_MS = 20_000;

const strikingClock = (clock: Clock, pass: (ms: number) => Promise<void>, nextStrikeMs: () => number): Clock => ({
  nowMs: () => clock.nowMs(),
  sleep: pass,
  until: async (predicate, { timeoutMs }) => {
    const deadlineMs = clock.nowMs() + timeoutMs;
    for (;;) {
      const spanMs = Math.min(deadlineMs, nextStrikeMs()) - clock.nowMs();
      if (await clock.until(predicate, { timeoutMs: Math.max(0, spanMs - 1) })) return true;
      if (clock.nowMs() >= deadlineMs - 1) return false;
      await pass(1);
    }
  },
});
