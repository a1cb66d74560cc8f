import { expect, test } from "vitest";
import { WORLD_EPOCH_MS } from "#core/clock.ts";
import type { Process } from "../processes/process.ts";
import { findProcess } from "../processes/process-keys.ts";
import { outputOf } from "../processes/process-output.ts";
import { signalMain, takesSignal } from "./container-os.ts";
import { createShellBed, type ShellBed } from "./shell-bed.cases.ts";

const start = (script: string, more: object = {}) => createShellBed({ command: ["sh", "-c", script], ...more });
const lines = ({ world, key }: ShellBed) => outputOf(world, key, WORLD_EPOCH_MS).map(({ text }) => text);
const main = ({ world, key }: ShellBed) => findProcess(world, key) as Process;

test("a trap runs when the command in front is over, and says how the container ends", () => {
  const bed = start("trap 'echo bye; exit 3' TERM; while true; do sleep 1; done");
  bed.world.runUntil(WORLD_EPOCH_MS + 2500);
  expect(takesSignal(bed.world, main(bed), "TERM")).toBe(true);
  signalMain(bed.world, main(bed), "TERM");
  bed.world.runUntil(WORLD_EPOCH_MS + 10_000);
  expect(lines(bed)).toEqual(["bye"]);
  expect(bed.exits).toMatchObject([{ exitCode: 3, atMs: 3000 }]);
});

test("without a trap the first process lives on, whoever kills it from within", () => {
  const bed = start("echo up; sleep 3600");
  expect(takesSignal(bed.world, main(bed), "TERM")).toBe(false);
  expect(bed.run("kill -9 1; kill 1; ps | grep -c sleep")).toMatchObject({ exitCode: 0, stdout: "4\n" });
  expect(bed.exits).toEqual([]);
});

test("a line is logged when it is complete, the last words when the container ends", () => {
  const bed = start("printf abc; sleep 5; printf def");
  bed.world.runUntil(WORLD_EPOCH_MS + 4000);
  expect(lines(bed)).toEqual([]);
  bed.world.runUntil(WORLD_EPOCH_MS + 6000);
  expect(lines(bed)).toEqual(["abcdef"]);
});

test("the end of an endless file is looked for in memory until there is none", () => {
  const bed = start("tail /dev/zero", { resources: { limits: { memory: "64Mi" } } });
  bed.world.runUntil(WORLD_EPOCH_MS + 5000);
  expect(bed.exits).toMatchObject([{ exitCode: 137, reason: "OOMKilled" }]);
});
