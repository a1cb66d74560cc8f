import { writeFileSync } from "node:fs";
import { type ApiServer, exchange } from "./exchange.ts";
import { playRequests } from "./play-requests.ts";
import { realServer } from "./real-server.ts";
import { NAMESPACE } from "./request.ts";
import { OUTSIDE } from "./setup.ts";

/** Records the answers of the real server of KUBEDRILL_TEST_KUBECONFIG to every request, each sent twice. */
const record = async (): Promise<void> => {
  const api = realServer();
  const runs = [];
  for (let run = 0; run < 2; run += 1) {
    runs.push(await playRequests(api, { pause: () => new Promise((done) => setTimeout(done, 1_000)) }));
    for (const path of [...OUTSIDE, `/api/v1/namespaces/${NAMESPACE}`]) {
      await exchange(api, { title: "clean-up", method: "DELETE", path });
      await gone(api, path);
    }
  }
  const [first = {}, second = {}] = runs;
  const unsteady = Object.keys(first).filter((title) => JSON.stringify(first[title]) !== JSON.stringify(second[title]));
  for (const title of unsteady) console.error(title, JSON.stringify([first[title], second[title]]));
  const steady = Object.fromEntries(Object.entries(first).filter(([title]) => !unsteady.includes(title)));
  writeFileSync(new URL("./recorded.json", import.meta.url), `${JSON.stringify(steady, null, 1)}\n`);
  console.log(`${Object.keys(steady).length} answers written down`);
  if (unsteady.length > 0) throw new Error(`${unsteady.length} answers differ between two runs and are left out`);
};

const gone = async (api: ApiServer, path: string): Promise<void> => {
  for (let attempt = 0; attempt < 120; attempt += 1) {
    const { status } = await exchange(api, { title: "gone", path });
    if (status === 404) return;
    await new Promise((done) => setTimeout(done, 1_000));
  }
  throw new Error(`${path} does not go away`);
};

await record();
