import { afterAll, expect, test, vi } from "vitest";
import { arePlayed } from "./are-played.ts";
import { guideFiles } from "./guide-files.ts";
import { copyProject } from "./project-copy.ts";

const GUIDE = "docs/adding-an-app.md";
const FILES = guideFiles(GUIDE);
const isPlayed = arePlayed(GUIDE);
const copy = copyProject(FILES);
afterAll(() => copy.remove());

// Each step starts a program of its own, which is slow on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

test("the guide shows every file of the application", () => {
  expect(Object.keys(FILES)).toEqual(["values.yaml", "behaviour.yaml", "data/books.json"].map((file) => `charts/book-shop/${file}`));
});

test.skipIf(!isPlayed)("the application boots clean under load, faults find targets in it, and the expert repairs one", async () => {
  expect(await copy.run(["tests/new-user/check-app.ts", "book-shop"])).toBeUndefined();
});

test.skipIf(!isPlayed)("suites that look at all applications pass", async () => {
  const suites = ["env/catalogue/load-apps.test.ts", "sim/images/image-catalogue.test.ts", "kube/app"];
  expect(await copy.run(["node_modules/vitest/vitest.mjs", "run", ...suites])).toBeUndefined();
});

test.skipIf(!isPlayed)("nothing but the new folder was touched", () => {
  expect(copy.changed()).toEqual(Object.keys(FILES).sort());
});
