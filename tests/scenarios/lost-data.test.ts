import { beforeAll, expect, test } from "vitest";
import { kubectl, type ToolCall } from "#core/tool-call.ts";
import { actionOf } from "#env/host/play-episode.ts";
import { expertCalls } from "#env/loop/incident.ts";
import { type OpenHost, openHost } from "#env/open/open-host.ts";

let open: OpenHost;

beforeAll(async () => {
  open = await openHost({ variant: "standard", hasPast: false });
});

const APP = "blueprint-hotel-reservation";
const TASK = `kubedrill://${APP}/scale-to-zero?target=deployment/geo-service`;
const SEED = "3";

/** Plays the expert with one more command before the end. */
const playWith = async (episodeId: string, command: ToolCall) => {
  const plan = expertCalls(await open.incidents.get(open.catalogue.taskOf(TASK), SEED));
  await open.host.reset({ episodeId, taskUri: TASK, seed: SEED, limits: {}, views: [] });
  for (const [stepIndex, call] of [...plan.slice(0, -1), command, ...plan.slice(-1)].entries())
    await open.host.step({ episodeId, stepIndex, actions: [actionOf(call)] });
  const { report } = await open.host.reward({ episodeId, finalize: true, explain: false });
  await open.host.close({ episodeId });
  return report.components.find(({ name }) => name === "mitigation")?.value;
};

const inStore = (store: string, script: string): ToolCall => kubectl(`exec deploy/${store} -- mongo ${store} --quiet --eval '${script}'`);

test("who drops the data of a running store does not repair, even if they would go with its pod", async () => {
  expect(await playWith("looks", inStore("rate-db", 'db.getSiblingDB("rate-db").inventory.count()'))).toBe(1);
  expect(await playWith("drops", inStore("rate-db", 'db.getSiblingDB("rate-db").inventory.drop()'))).toBeLessThan(0.5);
});

test("a store that is recreated loses data that nobody is to keep", async () => {
  expect(await playWith("restarts", kubectl("rollout restart deployment rate-db"))).toBe(1);
});
