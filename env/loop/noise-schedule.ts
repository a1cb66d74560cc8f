import type { Clock } from "#core/clock.ts";
import { createRng, type Rng } from "#core/rng.ts";
import type { Place } from "#injectors/injector.ts";
import { ApiError } from "#kube/ports/api-error.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { Noise } from "#problems/problem.ts";

/** Seeded schedule of disturbances during an episode. */
export interface NoiseSchedule {
  /** Lets time pass on a cluster, with the disturbances that fall due. */
  pass(cluster: ClusterPort, ms: number): Promise<void>;
  /** Wraps a port so that waiting on its clock includes the disturbances; for tools that wait. */
  over(cluster: ClusterPort, admin: ClusterPort): ClusterPort;
  /** Time of the next disturbance, ms since the Unix epoch; infinite: none comes any more. */
  nextMs(): number;
  /** Ends what lasts on a cluster, and stops all that was to come, so that the grader can measure. */
  stop(cluster: ClusterPort): Promise<void>;
  /** Copies the schedule. @param reseed seed of the disturbances that are still to come, and the time of the copy; missing: the same ones come */
  fork(reseed?: { readonly seed: string; readonly nowMs: number }): NoiseSchedule;
}

/** An act of a fault that is still to come. */
export interface PlannedAct {
  /** Virtual time, ms since the Unix epoch. */
  readonly atMs: number;
  play(cluster: ClusterPort): Promise<void>;
}

/** Inputs of a schedule. */
export interface NoiseParts {
  readonly generators: readonly Noise[];
  /** Acts of faults, in order of their times; missing: there are none. */
  readonly planned?: readonly PlannedAct[];
  readonly seed: string;
  readonly startMs: number;
  readonly place: Place;
  /** Names of objects to spare: those of the fault's components. */
  readonly spared: readonly string[];
}

/** Creates a schedule; without generators and acts it only lets time pass. */
export const createNoiseSchedule = (
  parts: NoiseParts,
  { next: first, lasting: begun, played: before }: Position = START,
): NoiseSchedule => {
  const { generators, planned = [], seed, place, spared } = parts;
  const rng = createRng(seed).stream("noise");
  let next = first;
  let lasting = begun;
  let played = before;
  const isEmpty = generators.length === 0 && planned.length === 0;
  let isStopped = isEmpty;
  let strikeMs = generators.length === 0 ? Number.POSITIVE_INFINITY : strikeAtMs(parts, rng, first);
  const actMs = (): number => planned[played]?.atMs ?? Number.POSITIVE_INFINITY;
  const dueMs = (): number => Math.min(strikeMs, actMs(), ...lasting.map(({ endMs }) => endMs));
  const strike = async (cluster: ClusterPort): Promise<void> => {
    const index = next;
    const stream = rng.stream(`strike ${index}`);
    const noise = stream.pick(generators);
    const draw = (): Rng => rng.stream(`strike ${index}`).stream(noise.id);
    const { recovery } = noise;
    if (recovery === undefined || lasting.length < LASTING_MAX) {
      await unlessRefused(noise.strike(cluster, place, { rng: draw(), spared }));
      if (recovery !== undefined) lasting = [...lasting, { noise, draw, endMs: strikeMs + stream.int(...recovery.afterMs) }];
    }
    next += 1;
    strikeMs += gapMs(rng, next, generators);
  };
  const end = async (cluster: ClusterPort, over: Lasting): Promise<void> => {
    lasting = lasting.filter((one) => one !== over);
    const { noise, draw } = over;
    await unlessRefused(noise.recovery?.end(cluster, place, { rng: draw(), spared }));
  };
  const act = async (cluster: ClusterPort): Promise<void> => {
    const own = planned[played];
    played += 1;
    await unlessRefused(own?.play(cluster));
  };
  const comeDue = async (cluster: ClusterPort): Promise<void> => {
    if (actMs() === dueMs()) return await act(cluster);
    const over = lasting.find(({ endMs }) => endMs === dueMs());
    await (over === undefined ? strike(cluster) : end(cluster, over));
  };
  const pass = async (cluster: ClusterPort, ms: number): Promise<void> => {
    const untilMs = cluster.clock.nowMs() + ms;
    while (!isStopped && dueMs() <= untilMs) {
      await cluster.clock.sleep(Math.max(0, dueMs() - cluster.clock.nowMs()));
      await comeDue(cluster);
    }
    await cluster.clock.sleep(Math.max(0, untilMs - cluster.clock.nowMs()));
  };
  const schedule: NoiseSchedule = {
    pass,
    over: (cluster, admin) =>
      isStopped
        ? cluster
        : {
            ...cluster,
            clock: strikingClock(cluster.clock, (ms) => pass(admin, ms), dueMs),
          },
    nextMs: () => (isStopped ? Number.POSITIVE_INFINITY : dueMs()),
    stop: async (cluster) => {
      isStopped = true;
      for (const over of lasting) await end(cluster, over);
    },
    // An empty one has no state to copy, and every action of an episode keeps a fork.
    fork: (reseed) => {
      if (isEmpty) return schedule;
      if (reseed === undefined) return createNoiseSchedule(parts, { next, lasting, played });
      return createNoiseSchedule({ ...parts, seed: reseed.seed, startMs: reseed.nowMs }, { next: 0, lasting, played });
    },
  };
  return schedule;
};

/** Waits for a disturbance. One that the cluster refuses, as in a namespace that the agent has deleted, does not come. */
const unlessRefused = async (disturbance: Promise<void> | undefined): Promise<void> => {
  try {
    await disturbance;
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
  }
};

/** A disturbance that waits for its end. */
interface Lasting {
  readonly noise: Noise;
  /** Creates the stream of its draws anew. */
  readonly draw: () => Rng;
  readonly endMs: number;
}

/** Place in a schedule: the next strike, what has not ended, and the number of acts that have come. */
interface Position {
  readonly next: number;
  readonly lasting: readonly Lasting[];
  readonly played: number;
}

const START: Position = { next: 0, lasting: [], played: 0 };

/** Virtual time of a disturbance, ms; later ones follow by the gaps between them. */
const strikeAtMs = ({ startMs, generators }: NoiseParts, rng: Rng, index: number): number => {
  let atMs = startMs;
  for (let i = 0; i <= index; i++) atMs += gapMs(rng, i, generators);
  return atMs;
};

/** Draws the gap to the next disturbance, ms: Poisson with a lower bound, so that no two coincide. */
const gapMs = (rng: Rng, index: number, generators: readonly Noise[]): number => {
  const mean = Math.min(...generators.map(({ meanGapMs }) => meanGapMs));
  return Math.max(GAP_MIN_MS, Math.round(-Math.log(1 - rng.stream(`gap ${index}`).fraction()) * mean));
};

const GAP_MIN_MS = 20_000;

/** Maximum number of disturbances that last at the same time: one that would be the next does not come. */
const LASTING_MAX = 2;

const strikingClock = (clock: Clock, pass: (ms: number) => Promise<void>, nextStrikeMs: () => number): Clock => ({
  nowMs: () => clock.nowMs(),
  sleep: pass,
  until: async (predicate, { timeoutMs, ...options }) => {
    const deadlineMs = clock.nowMs() + timeoutMs;
    for (;;) {
      const spanMs = Math.min(deadlineMs, nextStrikeMs()) - clock.nowMs();
      if (await clock.until(predicate, { ...options, timeoutMs: Math.max(0, spanMs - 1) })) return true;
      if (clock.nowMs() >= deadlineMs - 1) return false;
      await pass(1);
    }
  },
});
