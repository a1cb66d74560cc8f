import { afterAll, expect, test, vi } from "vitest";
import { arePlayed } from "./are-played.ts";
import { guideFiles } from "./guide-files.ts";
import { copyProject } from "./project-copy.ts";

const GUIDE = "docs/extending.md";
const FILES = guideFiles(GUIDE);
const isPlayed = arePlayed(GUIDE);
const copy = copyProject(FILES);
afterAll(() => copy.remove());

// Each step starts a program of its own, which is slow on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const VITEST = ["node_modules/vitest/vitest.mjs", "run"];

test("the guide shows a tool, a policy, a noise, a decoy and a reward component", () => {
  expect(Object.keys(FILES).map((path) => path.slice(path.lastIndexOf("/") + 1))).toEqual([
    "action.ts",
    "policy.ts",
    "noise.ts",
    "decoy.ts",
    "reward.ts",
  ]);
});

test.skipIf(!isPlayed)("loaders find them, and the suites over rewards and tools pass", async () => {
  const ids = ["count_pods", "look-once", "busy-labels", "old-settings", "haste"];
  expect(await copy.run(["tests/new-user/check-plugins.ts", ...ids])).toBeUndefined();
  expect(await copy.run([...VITEST, "tests/contract/rewards.contract.test.ts", "env/catalogue/load-actions.test.ts"])).toBeUndefined();
  const task = ["--task", "kubedrill://hotel-reservation/scale-to-zero?target=deployment/search&noise=busy-labels&decoys=old-settings"];
  expect(await copy.run(["cli/main.ts", "rollout", "--policy", "look-once", ...task])).toBeUndefined();
});

test.skipIf(!isPlayed)("types, layers and format hold", async () => {
  expect(await copy.checkAdded("tsconfig.json")).toBeUndefined();
});
