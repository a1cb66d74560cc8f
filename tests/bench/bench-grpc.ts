import { type Client, connect, type Episode, KubedrillError, kubectl, type Session, unwrap } from "#clients/typescript/index.ts";
import { repeat, summarize, timeLoop, WARM_UP_SPANS } from "./stats.ts";

const ACTION = kubectl("get pods");
const STEPS_PER_EPISODE = 25;

/** Measures steps of one episode after the other, each in a unary call. */
export const benchUnary = async (target: string, spanMs: number, repeats: number) =>
  await withClient(target, async (client) => await benchPlayers([() => client.reset()], spanMs, repeats));

/** Measures steps of many episodes at once, each in a unary call. */
export const benchUnaryMany = async (target: string, players: number, spanMs: number, repeats: number) =>
  await withClient(
    target,
    async (client) =>
      await benchPlayers(
        Array.from({ length: players }, () => () => client.reset()),
        spanMs,
        repeats,
      ),
  );

/** Measures steps of many episodes over one stream. */
export const benchSession = async (target: string, players: number, spanMs: number, repeats: number) =>
  await withClient(target, async (client) => {
    const session: Session = await client.session();
    const result = await benchPlayers(
      Array.from({ length: players }, () => () => session.reset()),
      spanMs,
      repeats,
    );
    session.close();
    return result;
  });

/**
 * Measures steps of many episodes in one call for all.
 *
 * @param groupSize how many episodes at a time are of one task and seed, as policies trained on groups want them
 */
export const benchBatch = async (target: string, { size, groupSize }: BatchShape, spanMs: number, repeats: number) =>
  await withClient(target, async (client) => {
    let episodes: readonly Episode[] = [];
    let steps = STEPS_PER_EPISODE;
    const prepare = async () => {
      if (steps === STEPS_PER_EPISODE) {
        await Promise.all(episodes.map((episode) => episode.close()));
        const { draws } = await client.sampleTasks({ n: size / groupSize, repeats: groupSize });
        episodes = (await client.resetBatch(draws)).map(unwrap);
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

/** Opens many seeded episodes at once and counts failures. */
export const benchConcurrent = async (target: string, count: number) =>
  await withClient(target, async (client) => {
    const beganMs = performance.now();
    const started = await Promise.allSettled(Array.from({ length: count }, (_, i) => client.reset({ seed: BigInt(i) })));
    const episodes = started.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    const latencies: number[] = [];
    const stepped = await Promise.allSettled(episodes.map((episode) => stepSome(episode, 4, latencies)));
    const errors = [...started, ...stepped].filter(({ status }) => status === "rejected").length;
    return { episodes: count, errors, seconds: Math.round(performance.now() - beganMs) / 1000, step_latency_ms: summarize(latencies) };
  });

const stepSome = async (episode: Episode, steps: number, latencies: number[]): Promise<void> => {
  for (let i = 0; i < steps; i++) {
    const beganMs = performance.now();
    await episode.step(ACTION);
    latencies.push(performance.now() - beganMs);
  }
};

const benchPlayers = async (starts: readonly (() => Promise<Episode>)[], spanMs: number, repeats: number) => {
  await playAll(starts, WARM_UP_SPANS * spanMs);
  return await repeat(repeats, () => playAll(starts, spanMs));
};

/** Steps one episode per player in a closed loop; rates are summed, latencies pooled. */
const playAll = async (starts: readonly (() => Promise<Episode>)[], spanMs: number) => {
  const latencies: number[] = [];
  let steps = 0;
  const beganMs = performance.now();
  await Promise.all(
    starts.map(async (start) => {
      while (performance.now() - beganMs < spanMs) {
        const episode = await start();
        for (let i = 0; i < STEPS_PER_EPISODE && performance.now() - beganMs < spanMs; i++) {
          await stepSome(episode, 1, latencies);
          steps++;
        }
        await episode.close();
      }
    }),
  );
  return { rate: (steps * 1000) / (performance.now() - beganMs), latency: summarize(latencies) };
};

/** Number of episodes that step together, and size of the groups with one task and seed among them. */
interface BatchShape {
  readonly size: number;
  readonly groupSize: number;
}

const withClient = async <T>(target: string, run: (client: Client) => Promise<T>): Promise<T> => {
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
