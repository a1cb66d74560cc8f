import { expect, test } from "vitest";
import { createRng } from "#core/rng.ts";
import type { Deployment } from "../types/workloads.ts";
import { drawRollOut, rollOutsOf } from "./roll-out.ts";

const deployment = (strategy: Deployment["spec"]["strategy"], replicas = 1): Deployment =>
  ({ kind: "Deployment", metadata: { name: "web" }, spec: { replicas, strategy } }) as unknown as Deployment;

test("only a strategy that keeps old pods until new ones are ready can hang", () => {
  expect(rollOutsOf(deployment({ type: "RollingUpdate", rollingUpdate: { maxUnavailable: "25%" } }))).toEqual(["recreate", "rolling"]);
  expect(rollOutsOf(deployment({ type: "RollingUpdate" }, 2))).toEqual(["recreate", "rolling"]);
  expect(rollOutsOf(deployment({ type: "Recreate" }))).toEqual(["recreate"]);
  expect(rollOutsOf(deployment({ type: "RollingUpdate", rollingUpdate: { maxUnavailable: 1 } }))).toEqual(["recreate"]);
});

test("half of the draws are rolling where that is possible", () => {
  const ways = Array.from({ length: 400 }, (_, i) => drawRollOut(createRng(`${i}`), { rollOuts: ["recreate", "rolling"] }));
  expect(ways.filter((way) => way === "rolling").length / ways.length).toBeCloseTo(0.5, 1);
});
