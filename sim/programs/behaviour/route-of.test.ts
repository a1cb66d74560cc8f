import { expect, test } from "vitest";
import { type AppBehaviour, behaviourSchema } from "#kube/app/behaviour.ts";
import type { AppProgram } from "../../processes/app-program.ts";
import { routeOf } from "./route-of.ts";

const operation = (method: string | undefined, path: string) => ({
  route: { ...(method === undefined ? {} : { method }), path, requires: [], body: `${method ?? "any"} ${path}` },
  medianMs: 1,
  p99Ms: 2,
  cpuMs: 1,
});

const app: AppBehaviour = behaviourSchema.parse({
  name: "shop",
  title: "Shop",
  namespace: "shop",
  load: {
    rps: 1,
    service: "web",
    port: 80,
    operations: [{ name: "list", share: 1, request: { method: "GET", path: "/items" }, bodyContains: "" }],
  },
  images: [
    {
      repository: "web",
      tags: ["1"],
      sizeBytes: 1,
      workingDir: "/",
      command: ["web"],
      folder: "/bin",
      family: "shop",
      programs: ["web"],
      files: {},
    },
  ],
  settings: { PORT: { default: "80" } },
  programs: {
    web: {
      language: "node",
      source: "/web.js",
      start: { bootMs: 1 },
      stop: { afterMs: 1, exitCode: 0 },
      memory: { startMiB: 1, idleMiB: 1, per100RpsMiB: 1 },
      workers: 1,
      listens: { port: "PORT", protocol: "http" },
      operations: {
        one: {
          ...operation("GET", "/items/{id}"),
          route: {
            method: "GET",
            path: "/items/{id}",
            requires: [{ parameters: ["id", "as"], otherwise: "say as what" }],
            body: "one",
          },
        },
        best: operation("GET", "/items/best"),
        list: operation("GET", "/items"),
        add: operation("POST", "/items"),
        ping: operation(undefined, "/ping.txt"),
      },
      log: { listening: "" },
    },
  },
});
const web: AppProgram = { id: "shop/web", name: "web", behaviour: app.programs["web"] as AppProgram["behaviour"], app };

test.each([
  ["GET", "/items", "list"],
  ["POST", "/items", "add"],
  ["GET", "/items/7?as=json", "one"],
  ["GET", "/items/best", "best"],
  ["PUT", "/ping.txt", "ping"],
])("%s %s is the operation %s", (method, path, wanted) => expect(routeOf(web, method, path)).toMatchObject({ operation: wanted }));

test("a method without a route, a deeper path and a dot that is a letter are not found", () => {
  for (const [method, path] of [
    ["PUT", "/items"],
    ["GET", "/items/7/parts"],
    ["GET", "/pingatxt"],
  ] as const)
    expect(routeOf(web, method, path)).toMatchObject({ status: 404 });
});

test("a parameter in the path counts among those that a route wants", () => {
  expect(routeOf(web, "GET", "/items/7")).toEqual({ status: 400, page: "say as what\n" });
});
