import { beforeAll, expect, test } from "vitest";
import type { ActionResult } from "../host/episode-protocol.ts";
import { actionOf } from "../host/play-episode.ts";
import { type OpenHost, openHost } from "../open/open-host.ts";

let open: OpenHost;

beforeAll(async () => {
  open = await openHost({ variant: "standard" });
  await open.host.reset({
    episodeId: "signals",
    taskUri: "kubedrill://hotel-reservation/scale-to-zero?target=deployment/rate&twins=none",
    seed: "4",
    limits: {},
    views: [],
  });
});

let stepIndex = 0;

const call = async (name: string, args: Readonly<Record<string, unknown>> = {}): Promise<ActionResult> => {
  const { results } = await open.host.step({
    episodeId: "signals",
    stepIndex: stepIndex++,
    actions: [actionOf({ name, arguments: args })],
  });
  return results[0] as ActionResult;
};

/** Cells of the row that begins with these names. */
const row = (content: string, ...names: readonly string[]): readonly string[] =>
  content
    .split("\n")
    .map((line) => line.split(/ {2,}/).map((cell) => cell.trim()))
    .find((cells) => names.every((name, i) => cells[i] === name)) ?? [];

const percent = (cell: string | undefined): number => Number(/^([\d.]+)%$/.exec(cell ?? "")?.[1]);

test("the overview shows the failing services, and the workload that is not there", async () => {
  const { status, content } = await call("get_overview");
  expect(status).toBe("OK");
  expect(percent(row(content, "search")[2])).toBeGreaterThan(90);
  expect(percent(row(content, "frontend")[2])).toBeGreaterThan(20);
  expect(percent(row(content, "geo")[2])).toBe(0);
  expect(row(content, "rate", "0/0")).toEqual(["rate", "0/0", "0", "-", "-"]);
  expect(row(content, "geo", "1/1")).toHaveLength(5);
});

test("a call that nobody answers is an edge of the dependency graph", async () => {
  const { status, content } = await call("get_dependency_graph");
  expect(status).toBe("OK");
  expect(percent(row(content, "search", "rate")[3])).toBe(100);
  expect(percent(row(content, "search", "geo")[3])).toBe(0);
  expect(row(content, "profile", "memcached-profile")).toHaveLength(6);
});

test("the graph of one service has its callers and its callees alone", async () => {
  const { content } = await call("get_dependency_graph", { service: "search", lookback: "2m" });
  const pairs = content.split("\n").slice(1, -2);
  expect(pairs.map((line) => line.split(/ {2,}/).slice(0, 2).join(" "))).toEqual(["frontend search", "search geo", "search rate"]);
});

test("a namespace without workloads says so", async () => {
  const { content } = await call("get_overview", { namespace: "default" });
  expect(content).toBe("No service in default served requests in the last 2 minutes.\n\nNo workloads in default.\n");
});

test("a lookback that is no duration is refused with advice", async () => {
  const { status, content } = await call("get_dependency_graph", { lookback: "soon" });
  expect(status).toBe("INVALID");
  expect(content).toContain('must be a duration such as "5m"; it is "soon"');
});
