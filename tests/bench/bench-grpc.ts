import { type Client, connect, type Draw, type Episode, KubedrillError, kubectl, type Session, unwrap } from "#clients/typescript/index.ts";
import { repeat, summarize, timeLoop, WARM_UP_SPANS } from "./stats.ts";

const ACTION = kubectl("get pods");
const STEPS_PER_EPISODE = 25;

/** Tasks of the measured episodes. */
export interface PlayedTasks {
  /** Application; missing: all. */
  readonly app?: string | undefined;
  /** Number of incidents that are played again and again, as a trainer plays its batches. */
  readonly incidents: number;
}

/** Measures steps of one episode after the other, each in a unary call. */
export const benchUnary = async (target: string, played: PlayedTasks, spanMs: number, repeats: number) =>
  await benchUnaryMany(target, 1, played, spanMs, repeats);

/** Measures steps of many episodes at once, each in a unary call. */
export const benchUnaryMany = async (target: string, players: number, played: PlayedTasks, spanMs: number, repeats: number) =>
  await withClient(target, async (client) => {
    const starts = await warmStarts(client, played);
    return await benchPlayers(players, (i) => client.reset(starts[i % starts.length] as Draw), spanMs, repeats);
  });

/** Measures steps of many episodes over one stream. */
export const benchSession = async (target: string, players: number, played: PlayedTasks, spanMs: number, repeats: number) =>
  await withClient(target, async (client) => {
    const starts = await warmStarts(client, played);
    const session: Session = await client.session();
    const result = await benchPlayers(players, (i) => session.reset(starts[i % starts.length] as Draw), spanMs, repeats);
    session.close();
    return result;
  });

/**
 * Measures steps of many episodes in one call for all.
 *
 * @param groupSize how many episodes at a time are of one task and seed, as policies trained on groups want them
 */
export const benchBatch = async (target: string, { size, groupSize }: BatchShape, { app }: PlayedTasks, spanMs: number, repeats: number) =>
  await withClient(target, async (client) => {
    const starts = await warmStarts(client, { app, incidents: size / groupSize });
    const group = starts.flatMap((start) => Array.from({ length: groupSize }, () => start));
    let episodes: readonly Episode[] = [];
    let steps = STEPS_PER_EPISODE;
    const prepare = async () => {
      if (steps === STEPS_PER_EPISODE) {
        await client.closeBatch(episodes);
        episodes = (await client.resetBatch(group)).map(unwrap);
        steps = 0;
      }
    };
    const step = async () => {
      steps++;
      (await client.stepBatch(episodes.map((episode) => ({ episode, actions: ACTION })))).forEach(unwrap);
      return size;
    };
    await timeLoop(WARM_UP_SPANS * spanMs, step, prepare);
    return await repeat(repeats, () => timeLoop(spanMs, step, prepare));
  });

/** Steps many episodes at once, each in unary calls, and counts failures; in groups of 8 with one task and seed. */
export const benchConcurrent = async (target: string, count: number, played: PlayedTasks) =>
  await withClient(target, async (client) => {
    const starts = await warmStarts(client, played);
    const beganMs = performance.now();
    const started = await Promise.allSettled(
      Array.from({ length: count }, (_, i) => client.reset(starts[(i >> 3) % starts.length] as Draw)),
    );
    const resetMs = Math.round(performance.now() - beganMs);
    const episodes = started.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    const latencies: number[] = [];
    const stepped = await Promise.allSettled(episodes.map((episode) => stepSome(episode, 4, latencies)));
    await client.closeBatch(episodes);
    const errors = [...started, ...stepped].filter(({ status }) => status === "rejected").length;
    return { episodes: count, errors, resets_ms: resetMs, step_latency_ms: summarize(latencies) };
  });

/** Draws tasks with their seeds, and plays the first step of each, so that their variants have booted and their incidents are kept. */
const warmStarts = async (client: Client, { app, incidents }: PlayedTasks): Promise<readonly Draw[]> => {
  const filter = app === undefined ? {} : { tagsAll: [`app:${app}`] };
  const { draws } = await client.sampleTasks({ n: incidents, seed: 7n, kind: "uniform", filter });
  for (const draw of draws) {
    const episode = await client.reset(draw);
    await episode.step(ACTION);
    await episode.close();
  }
  return draws;
};

const stepSome = async (episode: Episode, steps: number, latencies: number[]): Promise<void> => {
  for (let i = 0; i < steps; i++) {
    const beganMs = performance.now();
    await episode.step(ACTION);
    latencies.push(performance.now() - beganMs);
  }
};

const benchPlayers = async (players: number, start: (i: number) => Promise<Episode>, spanMs: number, repeats: number) => {
  let started = 0;
  const play = async (forMs: number) => await playAll(players, () => start(started++), forMs);
  await play(WARM_UP_SPANS * spanMs);
  return await repeat(repeats, () => play(spanMs));
};

/** Steps one episode per player in a closed loop, resets of kept incidents among them; rates are summed, latencies pooled. */
const playAll = async (players: number, start: () => Promise<Episode>, spanMs: number) => {
  const latencies: number[] = [];
  const beganMs = performance.now();
  const isOver = () => performance.now() - beganMs >= spanMs;
  const playOne = async (): Promise<void> => {
    while (!isOver()) {
      const episode = await start();
      for (let i = 0; i < STEPS_PER_EPISODE && !isOver(); i++) await stepSome(episode, 1, latencies);
      await episode.close();
    }
  };
  await Promise.all(Array.from({ length: players }, playOne));
  return { rate: (latencies.length * 1000) / (performance.now() - beganMs), latency: summarize(latencies) };
};

/** Number of episodes that step together, and size of the groups with one task and seed among them. */
interface BatchShape {
  readonly size: number;
  readonly groupSize: number;
}

/** Connects to a server for a measurement, whose errors name it. */
export const withClient = async <T>(target: string, run: (client: Client) => Promise<T>): Promise<T> => {
  const client = connect(target);
  try {
    return await run(client);
  } catch (error) {
    if (error instanceof KubedrillError) error.message = `at ${target}: ${error.message}`;
    throw error;
  } finally {
    await client.close();
  }
};
