import { execa } from "execa";
import { expect, test } from "vitest";
import { rounds, seedOf } from "../sample.ts";
import { playMany } from "./play-many.ts";

/** The whole thousand takes longer than a test should: `KUBEDRILL_EPISODES=1000 npx vitest run tests/determinism`. */
const EPISODES = rounds(Number(process.env["KUBEDRILL_EPISODES"] ?? 120), {
  what: "episodes that are played twice, a few of each application",
  most: 6,
});
/** Number of the first, by which a sample rotates. */
const FIRST = seedOf("episodes that are played twice");

const script = new URL("./play-many.ts", import.meta.url).pathname;

const playInAnotherProcess = async (env: NodeJS.ProcessEnv = {}): Promise<readonly string[]> => {
  const { stdout } = await execa(process.execPath, [script, `${FIRST}`, `${EPISODES}`], { env });
  return JSON.parse(stdout) as readonly string[];
};

test("episodes of a random policy are equal byte for byte in two processes, and when forked in the middle and in company", async () => {
  const [first, second, disturbed] = await Promise.all([
    playInAnotherProcess(),
    // Keeps no world that booted, and reads none.
    playInAnotherProcess({ XDG_CACHE_HOME: import.meta.filename }),
    playMany(FIRST, EPISODES, { forkInTheMiddle: true, inCompany: true }),
  ]);
  expect(second).toEqual(first);
  expect(disturbed).toEqual(first);
  expect(new Set(first).size, "episodes differ from each other").toBeGreaterThan(EPISODES * 0.9);
});
