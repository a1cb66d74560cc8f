import { describe, expect, test } from "vitest";
import { toTimestamp } from "#core/timestamp.ts";
import type { ClusterView } from "../ports/cluster-port.ts";
import type { Pod } from "../types/pod.ts";
import { isRollingOut } from "./rolling-out.ts";

const NOW_MS = Date.UTC(2026, 0, 5, 8);

/** View of a namespace with one Deployment and one pod. */
const viewOf = (pod: Pod, observedGeneration = 2): ClusterView => {
  const items: Readonly<Record<string, readonly unknown[]>> = {
    deployments: [{ metadata: { name: "geo", namespace: "shop", generation: 2 }, spec: {}, status: { observedGeneration } }],
    pods: [pod],
  };
  const nobody = (): never => {
    throw new Error("nobody asks for that");
  };
  return {
    clock: { nowMs: () => NOW_MS },
    read: async ({ path }) => ({ status: 200, body: { items: items[path.slice(path.lastIndexOf("/") + 1)] ?? [] } }),
    query: nobody,
    probe: nobody,
    revision: () => undefined,
  };
};

/** A pod that was made, and perhaps deleted, so many seconds ago. */
const podOf = ({ madeS, deletedS, status = {} }: { madeS: number; deletedS?: number; status?: object }): Pod =>
  ({
    metadata: {
      name: "geo-1",
      namespace: "shop",
      creationTimestamp: toTimestamp(NOW_MS - madeS * 1_000),
      ...(deletedS !== undefined && { deletionTimestamp: toTimestamp(NOW_MS - deletedS * 1_000) }),
    },
    spec: { containers: [] },
    status,
  }) as unknown as Pod;

const READY = { conditions: [{ type: "Ready", status: "True" }] };

describe("a roll-out is under way", () => {
  test.each<[what: string, pod: Pod, isUnderWay: boolean]>([
    ["while a new pod is not ready", podOf({ madeS: 20 }), true],
    ["not when it is", podOf({ madeS: 20, status: READY }), false],
    ["not when it has done its work", podOf({ madeS: 20, status: { phase: "Succeeded" } }), false],
    ["not when it has not got ready in a minute", podOf({ madeS: 60 }), false],
    ["while a pod ends, ready or not", podOf({ madeS: 500, deletedS: -20, status: READY }), true],
    ["not when it does not end", podOf({ madeS: 500, deletedS: 60 }), false],
  ])("%s", async (_what, pod, isUnderWay) => {
    expect(await isRollingOut(viewOf(pod), "shop")).toBe(isUnderWay);
  });

  test("while a controller has not seen a change", async () => {
    expect(await isRollingOut(viewOf(podOf({ madeS: 500, status: READY }), 1), "shop")).toBe(true);
  });
});
