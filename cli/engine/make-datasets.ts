import { agentNames } from "#env/catalogue/policy-names.ts";
import type { EpisodeHost } from "#env/host/episode-protocol.ts";
import type { DatasetMaker, DatasetOrder, DatasetRow, OwnServer } from "#env/server/datasets/dataset-maker.ts";
import { factsOfOrder } from "../trajectories/facts-of-order.ts";
import type { DatasetFormat } from "../trajectories/formats/format.ts";
import { FORMATS } from "../trajectories/formats/formats.ts";
import { given } from "../trajectories/given.ts";
import { jsonLine } from "../trajectories/json-line.ts";
import { toTrajectory } from "../trajectories/to-trajectory.ts";
import type { Trajectory } from "../trajectories/trajectory.ts";
import type { Engine } from "./engine.ts";
import { countTasks, type GroupPlan, idPrefixOf, toGroupOrders } from "./group-orders.ts";
import { openEngine } from "./open-engine.ts";
import { playInOrder } from "./play-in-order.ts";

/**
 * Creates what generates datasets on a server: a client of the server itself, with the agents that act on what they see.
 * @param answer tells the answer to an episode of the server, so that no incident is computed twice
 */
export const makeDatasets = (own: OwnServer, answer: EpisodeHost["answer"]): DatasetMaker => ({
  formats: FORMATS.map(({ name }) => name),
  policies: agentNames(),
  agents: agentNames(),
  generate: async (order, take, signal) => {
    const engine = await openEngine({ server: own.address(), token: own.token, ...given("answer", answer) });
    try {
      await generate(engine, order, take, signal);
    } finally {
      await engine.close();
    }
  },
});

const generate = async (
  engine: Engine,
  order: DatasetOrder,
  take: (row: DatasetRow) => Promise<void>,
  signal: AbortSignal,
): Promise<void> => {
  const { choice, policies, offset, ...settings } = order;
  const plan: GroupPlan = { ...settings, policy: policies };
  const seed = choice.sampler.seed ?? "0";
  const { draws } = await engine.sampleTasks({ ...choice.sampler, filter: choice.filter, seed, n: countTasks(plan), repeats: 1 });
  const tasks = draws.map((draw) => ({ uri: draw.taskUri, seed: draw.seed }));
  const orders = toGroupOrders(tasks, plan, idPrefixOf({ choice, ...plan, catalogue: engine.provenance.catalogue_digest }));
  const groupSize = policies.length * order.repeats;
  let group: Trajectory[] = [];
  let done = offset;
  await playInOrder(
    orders.slice(offset),
    Math.min(engine.parallel, PARALLEL_MAX),
    (one) => engine.play(one),
    async (recording, one) => {
      const trajectory = toTrajectory(recording, factsOfOrder(one, engine.provenance));
      group.push(trajectory);
      done += 1;
      if (done % groupSize !== 0 && done < orders.length) return;
      const rows = rowsOf(order.format, group);
      for (const [i, row] of rows.entries()) {
        const isLast = i === rows.length - 1;
        await take({ json: jsonLine(row), split: trajectory.task.split, ...(isLast ? { nextOffset: done } : {}) });
      }
      group = [];
    },
    signal,
  );
};

/** Episodes of one stream at once, so that others find slots and threads. */
const PARALLEL_MAX = 8;

const rowsOf = (name: string, group: readonly Trajectory[]): readonly object[] => {
  const format: DatasetFormat | undefined = FORMATS.find((one) => one.name === name);
  return format === undefined ? group : format.rows(group);
};
