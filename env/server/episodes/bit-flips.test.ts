import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createRng } from "#core/rng.ts";
import { segmentPath } from "#pool/journal/segments.ts";
import { startTestServer } from "../testing/test-server.ts";

/** `KUBEDRILL_TEST_FLIPS=1000 npx vitest run env/server/episodes/bit-flips.test.ts` takes some minutes. */
const FLIPS = Number(process.env["KUBEDRILL_TEST_FLIPS"] ?? 40);
const directory = mkdtempSync(join(tmpdir(), "flips-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const IDS = Array.from({ length: 10 }, (_, i) => `e${i}`);
const step = (episodeId: string, stepIndex: number) => ({
  episodeId,
  stepIndex,
  actions: [{ toolCall: { name: "kubectl", argumentsJson: `{"i":${stepIndex},"text":"é"}` } }],
});

/** Writes a journal of episodes with one to three steps. @returns its bytes as a crash leaves them */
const makeJournal = async (): Promise<Buffer> => {
  const state = join(directory, "whole");
  const { client, close } = await startTestServer({ settings: { stateDirectory: state } });
  for (const id of IDS) await client.call("Reset", { episodeId: id, task: { taskUri: "kubedrill://toy/one" }, seed: "7" });
  for (const [i, id] of IDS.entries()) for (let at = 0; at <= i % 3; at++) await client.call("Step", step(id, at));
  const bytes = readFileSync(segmentPath(state, 1));
  await close();
  return bytes;
};

test(`after each of ${FLIPS} flips of a bit in the journal every episode is as it was or says that it is lost`, async () => {
  const whole = await makeJournal();
  const rng = createRng("flips");
  const tally = { exact: 0, lost: 0 };
  for (let flip = 0; flip < FLIPS; flip++) {
    const [at, bit] = [rng.int(0, whole.length - 1), rng.int(0, 7)];
    const damaged = Buffer.from(whole);
    damaged[at] = (damaged[at] as number) ^ (1 << bit);
    const state = join(directory, `${flip}`);
    mkdirSync(state);
    writeFileSync(segmentPath(state, 1), damaged);
    const { client, server, close } = await startTestServer({ settings: { stateDirectory: state } });
    await server.recovery.done;
    for (const [i, id] of IDS.entries()) {
      const failure = await client.fail("Step", step(id, 99));
      const isExact = failure.metadata?.["next_step_index"] === `${(i % 3) + 1}`;
      expect(isExact || failure.reason === "SLOT_LOST", `byte ${at}, bit ${bit}: ${id} ${JSON.stringify(failure)}`).toBe(true);
      tally[isExact ? "exact" : "lost"] += 1;
    }
    await close();
    rmSync(state, { recursive: true });
  }
  process.stdout.write(`${FLIPS} flips: ${tally.exact} episodes as they were, ${tally.lost} lost\n`);
});
