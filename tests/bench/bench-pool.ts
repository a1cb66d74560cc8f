import pLimit from "p-limit";
import { createEpisodeHost } from "#env/host/episode-host.ts";
import type { EpisodeHost, RewardComponent } from "#env/host/episode-protocol.ts";
import { textOf } from "#env/host/play-agent.ts";
import { createIncident } from "#env/loop/incident.ts";
import { createIncidentCache, type IncidentCache } from "#env/loop/incident-cache.ts";
import { createMemoryRoom } from "#pool/memory/memory-room.ts";
import type { RealPool } from "../parity-episodes/open-real-pool.ts";
import type { PoolPlayer } from "./pool-players.ts";

/** Durations of one episode on a real cluster. */
export interface PooledEpisode {
  readonly fault: string;
  readonly target: string;
  readonly slot: string;
  /** Reward; missing: it ended without a score. */
  readonly reward: number | undefined;
  readonly success: boolean;
  readonly failure?: string;
  /** Durations, ms: leasing a restored slot; injecting until the symptoms show; the first observation; the steps; grading. */
  readonly spansMs: Readonly<Record<Span, number>>;
}

export const SPANS = ["lease", "inject", "observe", "steps", "grade"] as const;
export type Span = (typeof SPANS)[number];

/** Way in which tasks are played. */
export interface PoolPlay {
  readonly player: PoolPlayer;
  /** Number of episodes at a time. */
  readonly jobs: number;
  /** False: nobody works on a slot but the fault, and an episode starts as soon as it shows. */
  readonly hasSurroundings: boolean;
}

/** Plays tasks concurrently until all are done; each slot is rolled back while others play. */
export const playPool = async (
  pool: RealPool,
  taskUris: readonly string[],
  { player, jobs, hasSurroundings }: PoolPlay,
  onDone: (episode: PooledEpisode) => void,
): Promise<void> => {
  const limit = pLimit(jobs);
  const { incidents, spansOf } = timeIncidents(pool, hasSurroundings);
  const host = createEpisodeHost({ ...pool, incidents });
  const play = async (taskUri: string, i: number): Promise<PooledEpisode> => {
    const named = { fault: /([^/?]+)\?/.exec(taskUri)?.[1] ?? taskUri, target: /target=([^&]+)/.exec(taskUri)?.[1] ?? "" };
    const episodeId = `pool-${i}`;
    const beganMs = Date.now();
    try {
      const { observation } = await host.reset({ episodeId, taskUri, seed: `${i}`, limits: {}, views: [{ name: "text" }] });
      const resetMs = Date.now() - beganMs;
      const { incident, leaseMs, injectMs } = spansOf(taskUri);
      const stepsFromMs = Date.now();
      const { timed, graded } = timeGrading(host);
      await player(timed, { episodeId, seed: `${i}`, text: textOf(observation), incident });
      const { report, ending } = await timed.reward({ episodeId, finalize: true, explain: false });
      const gradeMs = graded();
      const stepsMs = Date.now() - stepsFromMs - gradeMs;
      return {
        ...named,
        slot: incident.slot.id,
        reward: report.reward,
        success: ending?.success === true,
        ...(ending?.success !== true && { failure: ending?.failureReason ?? whyNot(report.components) }),
        spansMs: { lease: leaseMs, inject: injectMs, observe: resetMs - leaseMs - injectMs, steps: stepsMs, grade: gradeMs },
      };
    } catch (cause) {
      const spansMs = { lease: 0, inject: 0, observe: 0, steps: 0, grade: 0 };
      return { ...named, slot: "", reward: undefined, success: false, failure: `${cause}`, spansMs };
    } finally {
      await host.close({ episodeId });
    }
  };
  await Promise.all(taskUris.map((uri, i) => limit(async () => onDone(await play(uri, i)))));
  await incidents.idle();
};

/** Wraps a host to measure the longest wait after the last action: that of grading, which the last step or the reward brings about. */
const timeGrading = (host: EpisodeHost): { readonly timed: EpisodeHost; graded(): number } => {
  let tookMs = 0;
  const timing =
    <C, R>(call: (command: C) => Promise<R>, isGrading: (reply: R) => boolean) =>
    async (command: C): Promise<R> => {
      const beganMs = Date.now();
      const reply = await call(command);
      if (isGrading(reply)) tookMs = Math.max(tookMs, Date.now() - beganMs);
      return reply;
    };
  return {
    graded: () => tookMs,
    timed: { ...host, step: timing(host.step, ({ ending }) => ending !== undefined), reward: timing(host.reward, () => true) },
  };
};

/** Details of the components without full value. */
const whyNot = (components: readonly RewardComponent[]): string =>
  components.find(({ name }) => name === "mitigation")?.detail ?? "not repaired";

interface TimedIncident {
  readonly incident: Awaited<ReturnType<typeof createIncident>>;
  readonly leaseMs: number;
  readonly injectMs: number;
}

/** Wraps the incidents of a pool to measure the creation of each. */
const timeIncidents = ({ backend }: RealPool, hasSurroundings: boolean) => {
  const cache = createIncidentCache({ backend, noise: [], decoys: [] }, { room: createMemoryRoom(1) });
  const made = new Map<string, TimedIncident>();
  const incidents: IncidentCache = {
    ...cache,
    get: async (task, seed) => {
      const beganMs = Date.now();
      let leasedMs = beganMs;
      const lease: typeof backend.lease = async (request) => {
        const slot = await backend.lease(request);
        leasedMs = Date.now();
        return slot;
      };
      const incident = await createIncident(task, seed, { backend: { ...backend, lease }, noise: [], decoys: [], hasSurroundings });
      made.set(task.uri, { incident, leaseMs: leasedMs - beganMs, injectMs: Date.now() - leasedMs });
      return incident;
    },
  };
  const spansOf = (uri: string): TimedIncident => {
    const found = made.get(uri);
    if (found === undefined) throw new Error(`no incident was made of ${uri}`);
    return found;
  };
  return { incidents, spansOf };
};
