import { Agent, request } from "node:https";
import { parse } from "yaml";
import { connect } from "#clients/typescript/index.ts";
import type { OpenHost } from "#env/open/open-host.ts";

const NAMESPACE = "hotel-reservation";

const CALLS = 400;
const WARM_UP = 50;

/** Measures GETs at the endpoint of one episode, client and server on one machine, one connection; p50 in ms. */
export const benchKubeEndpoint = async (target: string) => {
  const client = connect(target);
  try {
    const episode = await client.reset({ task: `kubedrill://${NAMESPACE}/healthy?variant=standard`, seed: 1n });
    const { clusters, users } = parse(await client.kubeconfig(episode.id));
    const { server, "certificate-authority-data": ca } = clusters[0].cluster;
    const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: Buffer.from(ca, "base64") });
    const get = (path: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const headers = { authorization: `Bearer ${users[0].user.token}`, accept: "application/json" };
        const call = request(`${server}${path}`, { agent, headers }, (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
        });
        call.on("error", reject);
        call.end();
      });
    const figures = await timeGets(get);
    agent.destroy();
    await episode.close();
    return figures;
  } finally {
    await client.close();
  }
};

/** Measures the same GETs without an endpoint: the answer of the simulated API server in this thread. */
export const benchKubeAnswers = async ({ backend }: OpenHost) => {
  const { api } = await backend.lease({ app: NAMESPACE, scope: "cluster", rights: "cluster", seed: "1" });
  return await timeGets(async (path) => {
    const headers = { accept: "application/json" };
    const answer = api?.answer({ method: "GET", path, query: "", headers, body: new Uint8Array(), shiftMs: 1_000 }, true);
    return answer?.kind === "response" ? String(answer.body) : "";
  });
};

const timeGets = async (get: (path: string) => Promise<string>): Promise<{ readonly "one pod": number; readonly "all pods": number }> => {
  const pods = `/api/v1/namespaces/${NAMESPACE}/pods`;
  const name = JSON.parse(await get(pods)).items[0].metadata.name;
  return { "one pod": await median(() => get(`${pods}/${name}`)), "all pods": await median(() => get(pods)) };
};

const median = async (run: () => Promise<unknown>): Promise<number> => {
  const times: number[] = [];
  for (let i = 0; i < WARM_UP + CALLS; i++) {
    const beganMs = performance.now();
    await run();
    if (i >= WARM_UP) times.push(performance.now() - beganMs);
  }
  return Number((times.sort((a, b) => a - b)[CALLS / 2] as number).toFixed(3));
};
