import { expect, test } from "vitest";
import type { Pod } from "../types/pod.ts";
import { humanDuration } from "./human-duration.ts";
import { summarisePod } from "./pod-columns.ts";
import { toTable } from "./to-table.ts";

const NOW = Date.parse("2026-01-05T09:00:00Z");

const pod = (status: Pod["status"], extra: Partial<Pod> = {}): Pod =>
  ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web", creationTimestamp: "2026-01-05T08:00:00Z" },
    spec: { containers: [{ name: "c" }] },
    status,
    ...extra,
  }) as Pod;

const container = (state: object, extra: object = {}) => ({
  name: "c",
  image: "i",
  imageID: "",
  ready: false,
  restartCount: 0,
  state,
  ...extra,
});

test.each([
  [0, "0s"],
  [119_000, "119s"],
  [120_000, "2m"],
  [599_000, "9m59s"],
  [600_000, "10m"],
  [10_740_000, "179m"],
  [10_800_000, "3h"],
  [12_060_000, "3h21m"],
  [28_800_000, "8h"],
  [172_800_000, "2d"],
  [180_000_000, "2d2h"],
  [700_000_000, "8d"],
  [-5_000, "<invalid>"],
])("%i ms is %s", (ms, text) => {
  expect(humanDuration(ms)).toBe(text);
});

test("a pod that waits shows why", () => {
  const crashed = { exitCode: 1, reason: "Error", finishedAt: "2026-01-05T08:55:00Z" };
  const looping = pod({
    phase: "Running",
    containerStatuses: [container({ waiting: { reason: "CrashLoopBackOff" } }, { restartCount: 4, lastState: { terminated: crashed } })],
  });
  expect(summarisePod(looping)).toMatchObject({ status: "CrashLoopBackOff", ready: 0, total: 1, restarts: 4 });
  expect(toTable({ resource: "pods" }, looping, { nowMs: NOW, wide: false }).rows[0]?.cells).toEqual([
    "web",
    "0/1",
    "CrashLoopBackOff",
    "4 (5m ago)",
    "60m",
  ]);
});

test("init containers are shown while they are not done", () => {
  const starting = pod(
    {
      phase: "Pending",
      initContainerStatuses: [container({ running: {} })],
      containerStatuses: [container({ waiting: { reason: "PodInitializing" } })],
    },
    { spec: { containers: [{ name: "c" }], initContainers: [{ name: "c" }] } },
  );
  expect(summarisePod(starting).status).toBe("Init:0/1");
  const failed = pod(
    { phase: "Pending", initContainerStatuses: [container({ terminated: { exitCode: 3 } })] },
    { spec: { containers: [{ name: "c" }], initContainers: [{ name: "c" }] } },
  );
  expect(summarisePod(failed).status).toBe("Init:ExitCode:3");
});

test("a deleted pod is Terminating unless it is over", () => {
  const metadata = { name: "web", deletionTimestamp: "2026-01-05T08:59:00Z" };
  expect(summarisePod(pod({ phase: "Running" }, { metadata })).status).toBe("Terminating");
  expect(summarisePod(pod({ phase: "Succeeded" }, { metadata })).status).toBe("Succeeded");
});

test("kinds without columns of their own show name and creation", () => {
  const role = {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "Role",
    metadata: { name: "r", creationTimestamp: "2026-01-05T08:00:00Z" },
  };
  const table = toTable({ resource: "roles.rbac.authorization.k8s.io" }, role, { nowMs: NOW });
  expect(table.columnDefinitions.map(({ name }) => name)).toEqual(["Name", "Created At"]);
  expect(table.rows[0]?.cells).toEqual(["r", "2026-01-05T08:00:00Z"]);
});
