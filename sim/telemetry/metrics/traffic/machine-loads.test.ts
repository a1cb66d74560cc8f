import { expect, test } from "vitest";
import type { FlowRow, MachineFlow } from "../../../flow/flow-history.ts";
import { type MachineSegment, machineAt, machineCoreSeconds, updateMachines } from "./machine-loads.ts";

const rowAt = (seconds: number, ...machines: readonly MachineFlow[]): FlowRow => ({
  fromMs: seconds * 1000,
  operations: [],
  servers: [],
  edges: [],
  ...(machines.length > 0 && { machines }),
});

const foldRows = (...rows: readonly FlowRow[]): ReadonlyMap<string, MachineSegment> => {
  const segments = new Map<string, MachineSegment>();
  for (const row of rows) updateMachines(segments, row);
  return segments;
};

test("core-seconds of a machine's own programs add up over rows, and stand still when these have ended", () => {
  const segments = foldRows(
    rowAt(10),
    rowAt(20, { node: "a", cores: 2, waiting: 0 }),
    rowAt(30, { node: "a", cores: 3, waiting: 1 }, { node: "b", cores: 1, waiting: 0 }),
    rowAt(35, { node: "a", cores: 3, waiting: 1 }),
    rowAt(40),
  );
  const used = (node: string, seconds: number): number => machineCoreSeconds(segments.get(node), seconds * 1000);
  expect([15, 20, 25, 30, 32, 40, 90].map((seconds) => used("a", seconds))).toEqual([0, 0, 10, 20, 26, 50, 50]);
  expect([25, 33, 35, 60].map((seconds) => used("b", seconds))).toEqual([0, 3, 5, 5]);
  expect([25, 31, 39, 41].map((seconds) => machineAt(segments.get("a"), seconds * 1000)?.waiting)).toEqual([0, 1, 1, 0]);
});

test("a row that tells the same of a machine begins no new stretch", () => {
  const machine = { node: "a", cores: 2, waiting: 0 };
  expect(foldRows(rowAt(20, machine), rowAt(50, machine)).get("a")).toMatchObject({ fromMs: 20_000, previous: undefined });
  expect(foldRows(rowAt(20), rowAt(50)).size).toBe(0);
});
