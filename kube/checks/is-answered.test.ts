import { describe, expect, test } from "vitest";
import type { ClusterView } from "../ports/cluster-port.ts";
import type { ProbeResult } from "../ports/probe.ts";
import type { Container, Probe } from "../types/pod.ts";
import { isAnswered } from "./is-answered.ts";
import type { Workload } from "./workload.ts";

const workload = {
  metadata: { name: "web", namespace: "shop" },
  spec: { selector: { matchLabels: { app: "web" } } },
} as unknown as Workload;
const container: Container = { name: "web", image: "web:1", ports: [{ name: "http", containerPort: 8080 }] };

const response = (status: number): ProbeResult => ({ kind: "response", status, body: "", latencyMs: 1 });
const connected: ProbeResult = { kind: "connected", latencyMs: 1 };

/** View of a cluster with two pods of the workload; the second gives another answer on port 8080. Every other port is refused. */
const viewOf = (first: ProbeResult, second = first, deletionTimestamp?: string): ClusterView =>
  ({
    read: async () => ({ status: 200, body: { items: [podAt("10.0.0.1"), podAt("10.0.0.2", deletionTimestamp)] } }),
    probe: async ({ host, port }: { readonly host: string; readonly port: number }) => {
      if (port !== 8080) return { kind: "refused", detail: "" };
      return host === "10.0.0.1" ? first : second;
    },
  }) as unknown as ClusterView;

const podAt = (podIP: string, deletionTimestamp?: string) => ({
  kind: "Pod",
  metadata: { name: podIP, namespace: "shop", labels: { app: "web" }, ...(deletionTimestamp !== undefined && { deletionTimestamp }) },
  status: { podIP },
});

const isGood = (view: ClusterView, probe: Probe) => isAnswered(view, workload, { container, probe });

describe("a probe that asks the program", () => {
  test.each<[string, Probe, ProbeResult]>([
    ["a page that is there", { httpGet: { path: "/", port: 8080 } }, response(200)],
    ["a page elsewhere, by a redirect", { httpGet: { port: 8080 } }, response(302)],
    ["a port by its name", { httpGet: { path: "/", port: "http" } }, response(200)],
    ["an open port", { tcpSocket: { port: 8080 } }, connected],
  ])("is answered: %s", async (_name, probe, result) => {
    expect(await isGood(viewOf(result), probe)).toBe(true);
  });

  test.each<[string, Probe, ProbeResult]>([
    ["a page that is not there", { httpGet: { path: "/nowhere", port: 8080 } }, response(404)],
    ["a page of a program that speaks no HTTP", { httpGet: { path: "/", port: 8080 } }, connected],
    ["a closed port", { tcpSocket: { port: 9090 } }, connected],
    ["a port by a name that the container lacks", { tcpSocket: { port: "metrics" } }, connected],
  ])("is not: %s", async (_name, probe, result) => {
    expect(await isGood(viewOf(result), probe)).toBe(false);
  });

  test("is not answered where one pod of two fails", async () => {
    expect(await isGood(viewOf(response(200), response(503)), { httpGet: { path: "/", port: 8080 } })).toBe(false);
  });

  test("is answered where one pod of two fails because it is being deleted", async () => {
    const view = viewOf(connected, { kind: "refused", latencyMs: 1, detail: "" }, "2026-01-01T00:00:00Z");
    expect(await isGood(view, { tcpSocket: { port: 8080 } })).toBe(true);
  });
});

test("a command is believed unless it succeeds whatever the program does", async () => {
  const run = (...command: string[]) => isGood(viewOf(connected), { exec: { command } });
  expect(await run("mongo", "--eval", "db.stats()")).toBe(true);
  expect(await run("true")).toBe(false);
  expect(await run("sh", "-c", "exit 0")).toBe(false);
  expect(await run()).toBe(false);
});
