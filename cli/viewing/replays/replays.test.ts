import { expect, test } from "vitest";
import { openHost } from "#env/open/open-host.ts";
import type { Engine } from "../../engine/engine.ts";
import { replayTrajectory } from "../../trajectories/replay-trajectory.ts";
import type { Trajectory } from "../../trajectories/trajectory.ts";
import { makeTrajectory } from "../testing/made-trajectory.ts";
import { alertSpans } from "./alert-spans.ts";
import { changesBetween } from "./changes-between.ts";
import type { ReadObject, Snapshot } from "./read-objects.ts";
import { createReplayShelf, type ReplayState } from "./replay-shelf.ts";
import { replayWithTracks } from "./replay-with-tracks.ts";

const snapshot = (...objects: readonly ReadObject[]): Snapshot =>
  new Map(objects.map((object) => [`${object.kind}/${object.metadata.namespace}/${object.metadata.name}`, object]));
const object = (name: string, version: number, more: Readonly<Record<string, unknown>> = {}, metadata: object = {}): ReadObject => ({
  apiVersion: "v1",
  kind: "Thing",
  metadata: { name, namespace: "shop", resourceVersion: `${version}`, ...metadata },
  ...more,
});

test("changes of specifications are told from those of the status, and heartbeats are none", () => {
  const condition = (time: string) => ({ status: { conditions: [{ type: "Ready", status: "True", lastHeartbeatTime: time }] } });
  const before = snapshot(
    object("spec", 1, { spec: 1 }),
    object("state", 1, { status: { a: 1 } }),
    object("beat", 1, condition("1")),
    object("gone", 1),
  );
  const owned = object("new", 9, {}, { ownerReferences: [{ name: "spec" }] });
  const after = snapshot(
    object("spec", 2, { spec: 2 }),
    object("state", 2, { status: { a: 2 } }),
    object("beat", 2, condition("2")),
    owned,
  );
  const changes = changesBetween(before, after).map(({ change: { name, what, inSpec, isOwned } }) => [name, what, inSpec, isOwned]);
  expect(changes).toEqual([
    ["gone", "deleted", true, false],
    ["spec", "changed", true, false],
    ["new", "created", true, true],
    ["state", "changed", false, false],
  ]);
});

test("spans of an alert end in gaps, and a state is a span of its own", () => {
  const series = (alertstate: string, ...seconds: readonly number[]) => ({
    metric: { __name__: "ALERTS", alertname: "A", alertstate, pod: "p" },
    values: seconds.map((at) => [at, "1"] as const),
  });
  expect(alertSpans([series("pending", 60, 75), series("firing", 90, 105, 180)], 60_000, 15)).toEqual([
    { name: "A", about: "p", state: "pending", from: 0, to: 0.5 },
    { name: "A", about: "p", state: "firing", from: 0.5, to: 1 },
    { name: "A", about: "p", state: "firing", from: 2, to: 2.25 },
  ]);
});

test("a replay shows alerts, signals, replicas and changed objects of the very episode, and nothing of another one", async () => {
  const { host } = await openHost({ variant: "standard" });
  const engine = { host, provenance: { build_digest: "b" } } as Engine;
  const kubectl = (index: number, command: string) => ({
    ...makeTrajectory({ id: "x" }).steps[0],
    index,
    actions: [{ kind: "tool", name: "kubectl", arguments_json: JSON.stringify({ command }) }],
  });
  const made = makeTrajectory({ id: "viewed", seed: "3", problem: "scale-to-zero?target=deployment/rate&twins=none" });
  const plan = { ...made, limits: {}, reward_profile: { name: "", digest: "", weights: {} } };
  const steps = [kubectl(0, "get pods"), kubectl(1, "scale deployment/rate --replicas=1"), kubectl(2, "get pods")];
  const recorded = await replayTrajectory(engine, { ...plan, steps, ending: undefined } as unknown as Trajectory);
  const told: number[] = [];
  const { tracks, changes } = await replayWithTracks(engine, recorded, (step) => told.push(step));
  expect(told).toEqual([0, 1, 2, 3]);
  expect(tracks).not.toHaveProperty("differsFrom");
  expect(tracks.signals.map(({ name, limit }) => [name, limit !== undefined])).toEqual([
    ["user_error_share", true],
    ["p95_ms", true],
  ]);
  expect(tracks.alerts).toContainEqual(expect.objectContaining({ name: "HighRequestErrorRate", about: "search" }));
  const { ready, wanted } = tracks.replicas!;
  expect(ready.points[0]?.[0]).toBeLessThanOrEqual(-9.5);
  // The fault took the only replica of a workload away.
  const wantedAt = wanted.points.map(([, value]) => value);
  expect(Math.max(...wantedAt) - Math.min(...wantedAt)).toBe(1);
  const applied = tracks.changes?.[2]?.filter(({ inSpec, isOwned }) => inSpec && !isOwned);
  expect(applied).toContainEqual(expect.objectContaining({ kind: "Deployment", name: "rate", what: "changed" }));
  const deployment = changes[2]!.find(({ change }) => change.kind === "Deployment" && change.name === "rate");
  expect(deployment).toMatchObject({ before: { spec: { replicas: 0 } }, after: { spec: { replicas: 1 } } });

  const other = recorded.steps.map((step, i) => (i < 1 ? step : { ...step, state_digest: "sha256:another" }));
  const shown = await replayWithTracks(engine, { ...recorded, steps: other }, () => undefined);
  expect(shown.tracks).toMatchObject({ differsFrom: 2, alerts: [], signals: [], sameBuild: true });
  expect(shown.tracks).not.toHaveProperty("replicas");
  expect(shown.changes).toHaveLength(2);
});

test("replays are made one at a time, the newest first, and once", async () => {
  const order: string[] = [];
  const shelf = createReplayShelf(() => Promise.reject(new Error("no engine here")));
  const ask = (key: string): ReplayState =>
    shelf.ask(key, async () => {
      order.push(key);
      return makeTrajectory({ id: key });
    });
  expect(["a", "b", "c", "b"].map((key) => ask(key).kind)).toEqual(["running", "running", "running", "running"]);
  await expect.poll(() => ["a", "b", "c"].map((key) => ask(key).kind)).toEqual(["failed", "failed", "failed"]);
  expect(order).toEqual(["a", "c", "b"]);
  expect(ask("a")).toEqual({ kind: "failed", reason: expect.stringContaining("no engine here") });
});
