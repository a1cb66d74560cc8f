import { type ApiServer, type Exchanged, exchange } from "./exchange.ts";
import { REQUESTS } from "./requests.ts";
import { READY, SETUP } from "./setup.ts";

/**
 * Creates the set-up, waits until the pod runs, and sends all requests one after another.
 * @returns answers by the titles of their requests
 */
export const playRequests = async (api: ApiServer, { pause }: { pause(): Promise<void> }): Promise<Readonly<Record<string, Exchanged>>> => {
  for (const { path, body } of SETUP) {
    const { status } = await exchange(api, { title: path, method: "POST", path, body });
    if (status !== 201) throw new Error(`${path}: ${status}`);
    await pause();
  }
  await untilReady(api, pause);
  const answers: Record<string, Exchanged> = {};
  for (const request of REQUESTS) answers[request.title] = await exchange(api, request);
  return answers;
};

const PAUSES_MAX = 60;

const untilReady = async (api: ApiServer, pause: () => Promise<void>): Promise<void> => {
  for (let attempt = 0; attempt < PAUSES_MAX; attempt += 1) {
    const answers = await Promise.all(READY.map((path) => exchange(api, { title: "ready", path })));
    if (answers.every(({ status }) => status === 200)) return;
    await pause();
  }
  throw new Error("the set-up does not come to an end");
};
