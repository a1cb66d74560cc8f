import { afterAll, expect, test, vi } from "vitest";
import { guideFiles } from "./guide-files.ts";
import { copyProject } from "./project-copy.ts";

const FILES = guideFiles("docs/extending.md");
const copy = copyProject({
  ...FILES,
  "loaded.test.ts": `import { expect, test } from "vitest";
import { loadLibrary } from "#env/catalogue/library.ts";
import { loadPolicies } from "#env/catalogue/load-policies.ts";

test("the loaders find what the guide adds", async () => {
  const { tools, noise, decoys, rewards } = await loadLibrary();
  const ids = [...tools.map(({ spec }) => spec.name), ...[...noise, ...decoys, ...(await loadPolicies())].map(({ id }) => id), ...rewards.map(({ name }) => name)];
  expect(ids).toEqual(expect.arrayContaining(["count_pods", "look-once", "busy-labels", "old-settings", "haste"]));
});
`,
});
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

test("loaders find them, and the suites over rewards and tools pass", async () => {
  expect(
    await copy.run([...VITEST, "loaded.test.ts", "tests/contract/rewards.contract.test.ts", "env/catalogue/load-actions.test.ts"]),
  ).toBeUndefined();
  const task = ["--task", "kubedrill://hotel-reservation/scale-to-zero?target=deployment/search&noise=busy-labels&decoys=old-settings"];
  expect(await copy.run(["cli/main.ts", "rollout", "--policy", "look-once", ...task])).toBeUndefined();
});

test("types, layers and format hold", async () => {
  expect(await copy.run(["node_modules/typescript/bin/tsc", "-p", "tsconfig.json"])).toBeUndefined();
  expect(await copy.run(["tooling/cruise.ts"])).toBeUndefined();
  expect(await copy.run(["node_modules/@biomejs/biome/bin/biome", "ci", "--vcs-enabled=false", ...Object.keys(FILES)])).toBeUndefined();
});
