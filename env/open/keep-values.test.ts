import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { World, type WorldImage } from "#sim/kernel/world.ts";
import { type KeepingOptions, keepValues } from "./keep-values.ts";

const newFolder = (): string => mkdtempSync(join(tmpdir(), "kubedrill-worlds-"));

const keepFor = (folder: string, build: string, options: Partial<KeepingOptions> = {}) =>
  keepValues<WorldImage>(folder, { build, otherBuilds: 2, ...options });

const imageOf = (number: number) => {
  const world = new World({ timers: {}, observers: [], config: {} }, "seed", 1_000);
  world.map("numbers").set("a", { number, missing: undefined, list: new Map([["b", 1]]) });
  return world.image();
};

test("a world that one has written another reads, with all that JSON cannot say", () => {
  const folder = newFolder();
  keepFor(folder, "build").write("shop 3", imageOf(7));
  expect(keepFor(folder, "build").read("shop 3")).toEqual(imageOf(7));
  expect(keepFor(folder, "build").read("shop 4")).toBeUndefined();
});

test("a file that was damaged or cut counts as none, and is written anew", () => {
  const folder = newFolder();
  const store = keepFor(folder, "build");
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
  for (const build of ["one", "two", "three", "four", "five"]) keepFor(folder, build).write("shop 3", imageOf(7));
  expect(readdirSync(folder)).toHaveLength(3);
  expect(keepFor(folder, "five").read("shop 3")).toBeDefined();
  expect(keepFor(folder, "six").read("shop 3")).toBeUndefined();
});

test("a folder that another build has removed is made again", () => {
  const folder = newFolder();
  const store = keepFor(folder, "build");
  store.write("shop 3", imageOf(7));
  rmSync(join(folder, "build"), { recursive: true });
  store.write("shop 3", imageOf(8));
  expect(store.read("shop 3")).toEqual(imageOf(8));
});

test("a folder that cannot be made is done without", () => {
  const file = join(newFolder(), "file");
  writeFileSync(file, "");
  const store = keepFor(file, "build");
  store.write("shop 3", imageOf(7));
  expect(store.read("shop 3")).toBeUndefined();
});

test("nobody but the user reads a build's worlds, and no draft is left", () => {
  const folder = newFolder();
  keepFor(folder, "build").write("shop 3", imageOf(7));
  expect(statSync(join(folder, "build")).mode & 0o777).toBe(0o700);
  expect(readdirSync(join(folder, "build"))).toEqual(["shop@3"]);
});

test("beyond the bound the files that were written first go, and are found again by nobody", () => {
  const folder = newFolder();
  const bytes = packedBytes();
  const store = keepFor(folder, "build", { bytesMax: 10 * bytes });
  const names = Array.from({ length: 10 }, (_, i) => `shop ${i}`);
  for (const [i, name] of names.entries()) {
    store.write(name, imageOf(i));
    utimesSync(join(folder, "build", `shop@${i}`), i, i);
  }
  expect(names.filter((name) => store.read(name) === undefined)).toEqual([]);
  // Another thread counts what is there.
  keepFor(folder, "build", { bytesMax: 10 * bytes }).write("shop 10", imageOf(10));
  expect(names.filter((name) => store.read(name) === undefined)).toEqual(["shop 0", "shop 1", "shop 2"]);
  expect(store.read("shop 10")).toEqual(imageOf(10));
});

/** Bytes of one of these worlds in its file. */
const packedBytes = (): number => {
  const folder = newFolder();
  keepFor(folder, "build").write("shop", imageOf(10));
  return statSync(join(folder, "build", "shop")).size;
};
