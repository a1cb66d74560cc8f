import { expect, test } from "vitest";
import { toTimestamp } from "#core/timestamp.ts";
import type { Pod } from "#kube/types/pod.ts";
import { calculateReplicas } from "./calculate-replicas.ts";
import { groupPods } from "./group-pods.ts";

const NOW_MS = Date.UTC(2026, 0, 5, 8);

interface State {
  readonly phase?: "Failed" | "Pending" | "Running";
  readonly ready?: "False" | "True";
  /** Seconds ago. */
  readonly started?: number;
  readonly changed?: number;
  readonly isEnding?: boolean;
}

const podOf = (name: string, { phase = "Running", ready = "True", started = 3600, changed = 3590, isEnding = false }: State = {}): Pod => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name, namespace: "shop", ...(isEnding && { deletionTimestamp: toTimestamp(NOW_MS) }) },
  spec: { containers: [{ name: "c" }] },
  status: {
    phase,
    startTime: toTimestamp(NOW_MS - started * 1000),
    conditions: [{ type: "Ready", status: ready, lastTransitionTime: toTimestamp(NOW_MS - changed * 1000) }],
  },
});

const TOLERANCES = { up: 0.1, down: 0.1 };

const propose = (
  pods: readonly (readonly [State, number | undefined])[],
  target: { readonly averageUtilization?: number; readonly averageValue?: string },
  { resource = "cpu", tolerances = TOLERANCES, current = pods.length, request = 100 } = {},
) => {
  const made = pods.map(([state], i) => podOf(`p${i}`, state));
  const samples = new Map(
    pods.flatMap(([, milli], i) => (milli === undefined ? [] : [[`p${i}`, { milli, atMs: NOW_MS - 5000, windowMs: 15_000 }]])),
  );
  const groups = groupPods(made, samples, resource, NOW_MS);
  const wanted =
    target.averageUtilization === undefined
      ? Number.parseInt(target.averageValue ?? "0", 10)
      : new Map(made.map(({ metadata }) => [metadata.name, request]));
  const outcome = calculateReplicas({ pods: made, resource, container: undefined, target, tolerances, current }, groups, wanted);
  return "problem" in outcome ? outcome.problem : [outcome.replicas, outcome.utilization, outcome.averageMilli];
};

const HALF = { averageUtilization: 50 };

test("the ratio is of whole percents, and small deviations change nothing", () => {
  expect(
    propose(
      [
        [{}, 90],
        [{}, 90],
      ],
      HALF,
    ),
  ).toEqual([4, 90, 90]);
  expect(
    propose(
      [
        [{}, 55],
        [{}, 54],
      ],
      HALF,
    ),
  ).toEqual([2, 54, 54]);
  // 55.9 % count as 55 %, which is within a tenth of 50 %.
  expect(propose([[{}, 559]], HALF, { request: 1000 })).toEqual([1, 55, 559]);
  expect(propose([[{}, 54]], HALF, { tolerances: { up: 0.05, down: 0.1 } })).toEqual([2, 54, 54]);
});

test("pods without a sample use their whole request on the way down, and nothing on the way up", () => {
  expect(
    propose(
      [
        [{}, 10],
        [{}, undefined],
      ],
      HALF,
    ),
  ).toEqual([2, 10, 10]);
  expect(
    propose(
      [
        [{}, 10],
        [{}, 10],
        [{}, 10],
        [{}, undefined],
      ],
      HALF,
    ),
  ).toEqual([3, 10, 10]);
  expect(
    propose(
      [
        [{}, 200],
        [{}, undefined],
      ],
      HALF,
    ),
  ).toEqual([4, 200, 200]);
  // As an amount, they use exactly the target on the way down.
  expect(
    propose(
      [
        [{}, 10],
        [{}, undefined],
      ],
      { averageValue: "50" },
    ),
  ).toEqual([2, undefined, 10]);
});

test("a pod that starts does not count, and one that was ready once does", () => {
  const starting = { ready: "False", started: 60, changed: 60 } as const;
  const justReady = { started: 60, changed: 8 } as const;
  const longReady = { started: 60, changed: 40 } as const;
  const never = { ready: "False", started: 600, changed: 600 } as const;
  const overloaded = { ready: "False", started: 600, changed: 100 } as const;
  const groupOf = (state: State): string => {
    const { counted, unready, missing } = groupPods(
      [podOf("p", state)],
      new Map([["p", { milli: 1, atMs: NOW_MS - 5000, windowMs: 15_000 }]]),
      "cpu",
      NOW_MS,
    );
    return counted.length > 0 ? "counted" : unready.length > 0 ? "unready" : missing.length > 0 ? "missing" : "none";
  };
  expect([starting, justReady, longReady, never, overloaded].map(groupOf)).toEqual(["unready", "unready", "counted", "unready", "counted"]);
  expect([{ phase: "Failed" as const }, { isEnding: true }, { phase: "Pending" as const }].map(groupOf)).toEqual([
    "none",
    "none",
    "unready",
  ]);
});

test("pods that are not ready yet hold a rise back, and cannot turn it round", () => {
  const starting = { ready: "False", started: 10, changed: 10 } as const;
  expect(
    propose(
      [
        [{}, 90],
        [starting, 500],
      ],
      HALF,
    ),
  ).toEqual([2, 90, 90]);
  expect(
    propose(
      [
        [{}, 300],
        [starting, 500],
      ],
      HALF,
    ),
  ).toEqual([6, 300, 300]);
  // Memory counts from the start.
  expect(
    propose(
      [
        [{}, 90],
        [starting, 90],
      ],
      HALF,
      { resource: "memory" },
    ),
  ).toEqual([4, 90, 90]);
});

test("pods without requests cannot be measured by a share of them", () => {
  expect(propose([[{}, 90]], HALF, { request: 0 })).toBe("no metrics returned matched known pods");
});
