import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { World } from "#sim/kernel/world.ts";
import { keepWorlds } from "./keep-worlds.ts";

const newFolder = (): string => mkdtempSync(join(tmpdir(), "kubedrill-worlds-"));

const imageOf = (number: number) => {
  const world = new World({ timers: {}, observers: [], config: {} }, "seed", 1_000);
  world.map("numbers").set("a", { number, missing: undefined, list: new Map([["b", 1]]) });
  return world.image();
};

test("a world that one has written another reads, with all that JSON cannot say", () => {
  const folder = newFolder();
  keepWorlds(folder, "build").write("shop 3", imageOf(7));
  expect(keepWorlds(folder, "build").read("shop 3")).toEqual(imageOf(7));
  expect(keepWorlds(folder, "build").read("shop 4")).toBeUndefined();
});

test("a file that was damaged or cut counts as none, and is written anew", () => {
  const folder = newFolder();
  const store = keepWorlds(folder, "build");
  store.write("shop 3", imageOf(7));
  const path = join(folder, "build", "shop@3");
  const whole = readFileSync(path);
  for (const damaged of [whole.subarray(0, whole.length - 9), whole.subarray(0, 12), Buffer.alloc(0), flip(whole, 5), flip(whole, 90)]) {
    writeFileSync(path, damaged);
    expect(store.read("shop 3")).toBeUndefined();
  }
  store.write("shop 3", imageOf(8));
  expect(store.read("shop 3")).toEqual(imageOf(8));
});

const flip = (bytes: Buffer, at: number): Buffer => {
  const flipped = Buffer.from(bytes);
  flipped[at] = (flipped[at] as number) ^ 1;
  return flipped;
};

test("another build has worlds of its own, and those of all but the last few builds are removed", () => {
  const folder = newFolder();
  for (const build of ["one", "two", "three", "four", "five"]) keepWorlds(folder, build).write("shop 3", imageOf(7));
  expect(readdirSync(folder)).toHaveLength(3);
  expect(keepWorlds(folder, "five").read("shop 3")).toBeDefined();
  expect(keepWorlds(folder, "six").read("shop 3")).toBeUndefined();
});

test("a folder that another build has removed is made again", () => {
  const folder = newFolder();
  const store = keepWorlds(folder, "build");
  store.write("shop 3", imageOf(7));
  rmSync(join(folder, "build"), { recursive: true });
  store.write("shop 3", imageOf(8));
  expect(store.read("shop 3")).toEqual(imageOf(8));
});

test("a folder that cannot be made is done without", () => {
  const file = join(newFolder(), "file");
  writeFileSync(file, "");
  const store = keepWorlds(file, "build");
  store.write("shop 3", imageOf(7));
  expect(store.read("shop 3")).toBeUndefined();
});

test("nobody but the user reads a build's worlds, and no draft is left", () => {
  const folder = newFolder();
  keepWorlds(folder, "build").write("shop 3", imageOf(7));
  expect(statSync(join(folder, "build")).mode & 0o777).toBe(0o700);
  expect(readdirSync(join(folder, "build"))).toEqual(["shop@3"]);
});
