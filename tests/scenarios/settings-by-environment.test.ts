import { expect, test } from "vitest";
import { loadApps } from "#env/catalogue/load-apps.ts";
import { handle } from "#sim/apiserver/http/handle.ts";
import { bootWorld } from "#sim/boot-world.ts";
import { FLOW_HISTORY, type FlowRow } from "#sim/flow/flow-history.ts";
import { errorShare } from "#sim/flow/user-traffic.ts";
import type { World } from "#sim/kernel/world.ts";

const NS = "hotel-reservation";
const USER = { username: "kubernetes-admin", groups: ["system:masters", "system:authenticated"] };

const load = async (variant?: string) => {
  const app = (await loadApps(variant)).find(({ record }) => record.name === NS);
  if (app === undefined) throw new Error(`no chart of ${NS} with the variant ${variant}`);
  return app;
};

/** Operations of the load whose requests fail now, by name. */
const failing = (world: World): readonly string[] =>
  (world.log<FlowRow>(FLOW_HISTORY).last()?.operations ?? []).filter((flow) => errorShare(flow) > 0).map(({ operation }) => operation);

test("addresses that come from the environment make the same call graph", async () => {
  const callersIn = ({ record }: Awaited<ReturnType<typeof load>>) =>
    record.components.map(({ name, dnsCallers, registryCallers, userShare }) => ({ name, dnsCallers, registryCallers, userShare }));
  expect(callersIn(await load("env"))).toEqual(callersIn(await load()));
});

test("traffic flows by them, and a variable that is deleted breaks what needs the address alone", async () => {
  const { record, behaviour, manifests } = await load("env");
  const world = bootWorld({ app: record, behaviour, manifests, seed: "env", variant: 0 });
  expect(world.log<FlowRow>(FLOW_HISTORY).last()?.operations).toHaveLength(4);
  expect(failing(world)).toEqual([]);
  const container = { name: "hotel-reserv-recommendation", env: [{ name: "RECOMMEND_MONGO_ADDRESS", $patch: "delete" }] };
  const { status } = handle(world, {
    method: "PATCH",
    path: `/apis/apps/v1/namespaces/${NS}/deployments/recommendation`,
    query: {},
    user: USER,
    patchType: "strategic",
    body: { spec: { strategy: { type: "Recreate", rollingUpdate: null }, template: { spec: { containers: [container] } } } },
  });
  expect(status).toBe(200);
  world.runUntil(world.nowMs() + 180_000);
  expect(failing(world)).toEqual(["GET /recommendations"]);
});
