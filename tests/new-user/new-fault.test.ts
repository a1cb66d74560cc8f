import { afterAll, expect, test, vi } from "vitest";
import { arePlayed } from "./are-played.ts";
import { guideFiles } from "./guide-files.ts";
import { copyProject } from "./project-copy.ts";

const GUIDE = "docs/adding-a-fault.md";
const FILES = guideFiles(GUIDE);
const isPlayed = arePlayed(GUIDE);
const FOLDER = "injectors/init-container-endless";
const copy = copyProject(FILES);
afterAll(() => copy.remove());

// Each step starts a program of its own, which is slow on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const VITEST = ["node_modules/vitest/vitest.mjs", "run"];
const LIST = "tests/tidy/fault-reference.test.ts";

test("the guide shows every file of the fault", () => {
  expect(Object.keys(FILES)).toEqual(["injector.ts", "words.ts", "words.cases.ts", "README.md"].map((file) => `${FOLDER}/${file}`));
});

test.skipIf(!isPlayed)("a check names the command that puts the new fault into the list of faults", async () => {
  expect(await copy.run([...VITEST, LIST])).toContain("npm run docs");
});

test.skipIf(!isPlayed)("types, layers and format hold", async () => {
  expect(await copy.checkAdded("tsconfig.pure.json")).toBeUndefined();
});

test.skipIf(!isPlayed)("the list is written, every suite that looks at faults passes, and the fault can be validated", async () => {
  const suites = ["tests/contract/injectors.contract.test.ts", "problems/diagnosis/match-text.test.ts", "tests/tidy/documents.test.ts"];
  const names = "up to date|init-container-endless|headings|title|links|TODO";
  expect(await copy.run([...VITEST, LIST, ...suites, "-t", names], { UPDATE_DOCS: "1" })).toBeUndefined();
  const validate = ["validate", "--fault", "init-container-endless", "--limit", "1", "--parallel", "1"];
  expect(await copy.run(["cli/main.ts", ...validate])).toBeUndefined();
});

test.skipIf(!isPlayed)("nothing but the new folder and the generated list was touched", () => {
  expect(copy.changed()).toEqual(["docs/reference/faults.md", ...Object.keys(FILES)].sort());
});
