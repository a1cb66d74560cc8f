import { execa } from "execa";
import { expect, test } from "vitest";
import { playMany } from "./play-many.ts";

/** The whole thousand takes longer than a test should: `KUBEDRILL_EPISODES=1000 npx vitest run tests/determinism`. */
const EPISODES = Number(process.env["KUBEDRILL_EPISODES"] ?? 120);

const script = new URL("./play-many.ts", import.meta.url).pathname;

const playInAnotherProcess = async (env: NodeJS.ProcessEnv = {}): Promise<readonly string[]> => {
  const { stdout } = await execa(process.execPath, [script, "0", `${EPISODES}`], { env });
  return JSON.parse(stdout) as readonly string[];
};

test("episodes of a random policy are equal byte for byte in two processes, and when forked in the middle and in company", {
  timeout: 900_000,
}, async () => {
  const [first, second, disturbed] = await Promise.all([
    playInAnotherProcess(),
    // Keeps no world that booted, and reads none.
    playInAnotherProcess({ XDG_CACHE_HOME: import.meta.filename }),
    playMany(0, EPISODES, { forkInTheMiddle: true, inCompany: true }),
  ]);
  expect(second).toEqual(first);
  expect(disturbed).toEqual(first);
  expect(new Set(first).size, "episodes differ from each other").toBeGreaterThan(EPISODES * 0.9);
});
