import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { AppRecord } from "#kube/app/app.ts";
import type { SlotView } from "../../../kubernetes/slot-view.ts";
import { chooseLoadWay } from "./choose-calls.ts";

const servers: { close(): unknown }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Creates the view of a slot whose pod's address answers with this status and body. */
const viewOf = async (status: number, body: string): Promise<SlotView> => {
  const server = createServer((_, response) => response.writeHead(status).end(body));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const objects = {
    services: [{ metadata: { name: "web" }, spec: { ports: [{ port: 80 }] } }],
    "endpointslices.discovery.k8s.io": [
      { metadata: { labels: { "kubernetes.io/service-name": "web" } }, ports: [{ port }], endpoints: [{ addresses: ["127.0.0.1"] }] },
    ],
  };
  return { ready: Promise.resolve(), objects: (resource: string) => objects[resource as keyof typeof objects] } as unknown as SlotView;
};

const APP = {
  labelKey: "app",
  load: { rps: 1, service: "web", port: 80, program: "web" },
  operations: [{ name: "GET /", share: 1, request: { method: "GET", path: "/" }, bodyContains: "hello", through: [] }],
} as unknown as AppRecord;

test("users go straight to pods that answer as the app does", async () => {
  expect(await chooseLoadWay(await viewOf(200, "hello, user"), APP)).toBe("pods");
});

test("where a gateway answers in the place of pods, users go through the API server", async () => {
  expect(await chooseLoadWay(await viewOf(426, ""), APP)).toBe("proxy");
  expect(await chooseLoadWay(await viewOf(200, "welcome to the gateway"), APP)).toBe("proxy");
});
