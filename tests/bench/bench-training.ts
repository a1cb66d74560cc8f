import { type Client, type Draw, kubectl, unwrap } from "#clients/typescript/index.ts";
import { withClient } from "./bench-grpc.ts";
import { round } from "./stats.ts";

/**
 * Measures whole episodes of training by groups over gRPC: a look of five calls, a repair that differs within the group, and the end
 * with its grading.
 *
 * @param app application of the tasks; missing: all
 * @param groups number of groups of a batch, each of another task and seed
 * @returns episodes per second while this server has played none of the incidents, and when the same are played again
 */
export const benchTraining = async (target: string, app: string | undefined, groups: number, batches: number) =>
  await withClient(target, async (client) => {
    const filter = app === undefined ? {} : { tagsAll: [`app:${app}`] };
    const { draws } = await client.sampleTasks({ n: groups * batches, seed: 11n, kind: "uniform", filter });
    const epoch = async (): Promise<number> => {
      const beganMs = performance.now();
      for (let i = 0; i < batches; i++) await playBatch(client, draws.slice(i * groups, (i + 1) * groups));
      return (draws.length * GROUP_SIZE * 1_000) / (performance.now() - beganMs);
    };
    return { first: round(await epoch()), again: round(await epoch()), episodes: draws.length * GROUP_SIZE };
  });

const GROUP_SIZE = 8;

const playBatch = async (client: Client, draws: readonly Draw[]): Promise<void> => {
  const starts = draws.flatMap((draw) => Array.from({ length: GROUP_SIZE }, () => draw));
  const episodes = (await client.resetBatch(starts)).map(unwrap);
  const looks = (await client.stepBatch(episodes.map((episode) => ({ episode, actions: LOOK })))).map(unwrap);
  const repairs = looks.map(({ results }, i) => {
    const names = (results[0]?.content ?? "").trim().split("\n");
    return kubectl(`rollout restart ${names[i % names.length]}`);
  });
  (await client.stepBatch(episodes.map((episode, i) => ({ episode, actions: repairs[i]! })))).forEach(unwrap);
  (await client.stepBatch(episodes.map((episode) => ({ episode, actions: END })))).forEach(unwrap);
  await client.closeBatch(episodes);
};

const LOOK = [
  kubectl("get deployments -o name"),
  kubectl("get pods"),
  kubectl("get events"),
  kubectl("describe services"),
  { tool: "get_alerts" },
];

const END = { tool: "submit_mitigation" };
