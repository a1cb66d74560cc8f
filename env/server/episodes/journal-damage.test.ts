import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createRng, type Rng } from "#core/rng.ts";
import { segmentPath } from "#pool/journal/segments.ts";
import { startTestServer } from "../testing/test-server.ts";

/** `KUBEDRILL_TEST_DAMAGES=500 npx vitest run env/server/episodes/journal-damage.test.ts` takes some minutes. */
const DAMAGES = Number(process.env["KUBEDRILL_TEST_DAMAGES"] ?? 15);
const directory = mkdtempSync(join(tmpdir(), "damage-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const IDS = Array.from({ length: 6 }, (_, i) => `e${i}`);
const stepsOf = (i: number): number => (i % 3) + 1;
const step = (episodeId: string, stepIndex: number) => ({
  episodeId,
  stepIndex,
  actions: [{ toolCall: { name: "kubectl", argumentsJson: `{"i":${stepIndex}}` } }],
});

/** A journal as a crash leaves it, and after how many of its bytes each step of an episode was acknowledged. */
const whole = await (async () => {
  const state = join(directory, "whole");
  const { client, close } = await startTestServer({ settings: { stateDirectory: state } });
  const length = (): number => readFileSync(segmentPath(state, 1)).length;
  const acknowledged: { readonly id: string; readonly steps: number; readonly bytes: number }[] = [];
  for (const [i, id] of IDS.entries()) {
    await client.call("Reset", { episodeId: id, task: { taskUri: "kubedrill://toy/one" }, seed: "7" });
    acknowledged.push({ id, steps: 0, bytes: length() });
    for (let at = 0; at < stepsOf(i); at++) {
      await client.call("Step", step(id, at));
      acknowledged.push({ id, steps: at + 1, bytes: length() });
    }
  }
  const bytes = readFileSync(segmentPath(state, 1));
  await close();
  return { bytes, acknowledged };
})();

/** Fate of each episode after a start with these files, by id: its number of steps, or why it is not there. */
const recover = async (files: Readonly<Record<string, Buffer>>): Promise<Readonly<Record<string, number | string>>> => {
  const state = mkdtempSync(join(directory, "damaged-"));
  mkdirSync(state, { recursive: true });
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(state, name), bytes);
  const { client, server, close } = await startTestServer({ settings: { stateDirectory: state } });
  await server.recovery.done;
  const fates: Record<string, number | string> = {};
  for (const id of IDS) {
    const { metadata, reason = "" } = await client.fail("Step", step(id, 99));
    fates[id] = metadata?.["next_step_index"] === undefined ? reason : Number(metadata["next_step_index"]);
  }
  await close();
  rmSync(state, { recursive: true });
  return fates;
};

const SEGMENT = "journal-00000001.jsonl";
const EXACT = Object.fromEntries(IDS.map((id, i) => [id, stepsOf(i)]));

/** Numbers of steps of an episode: what was acknowledged when the journal had so many bytes, and what was next, whose line may be whole by then. */
const knownAt = (id: string, bytes: number): readonly (number | string)[] => {
  const own = whole.acknowledged.filter((one) => one.id === id);
  const count = own.filter((one) => one.bytes <= bytes).length;
  return [own[count - 1]?.steps ?? "EPISODE_UNKNOWN", own[count]?.steps ?? "none"];
};

/** Cuts to try: around the ends of lines, where all differ, and some in between. */
const cutsOf = (rng: Rng): readonly number[] => {
  const ends = [...whole.bytes.entries()].filter(([, byte]) => byte === 10).map(([at]) => at);
  const drawn = Array.from({ length: DAMAGES }, () => rng.int(0, whole.bytes.length));
  return DAMAGES > 100 ? Array.from(whole.bytes.keys()) : [0, ...drawn, ...ends.slice(-3).flatMap((end) => [end, end + 1])];
};

test("a journal that ends early gives each episode as it was acknowledged by then", async () => {
  for (const cut of cutsOf(createRng("cuts"))) {
    const fates = await recover({ [SEGMENT]: whole.bytes.subarray(0, cut) });
    for (const id of IDS) expect([...knownAt(id, cut), "SLOT_LOST"], `cut at ${cut}: ${id}`).toContain(fates[id]);
  }
});

test("after a page of zeros every episode is as it was, or says that it is lost", async () => {
  const rng = createRng("pages");
  const tally = { exact: 0, lost: 0 };
  for (let damage = 0; damage < DAMAGES; damage++) {
    const at = rng.int(0, Math.floor(whole.bytes.length / PAGE)) * PAGE;
    const bytes = Buffer.from(whole.bytes);
    bytes.fill(0, at, Math.min(bytes.length, at + PAGE));
    const fates = await recover({ [SEGMENT]: bytes });
    // Zeros up to the end are what a power cut leaves: the journal ends before them.
    if (at + PAGE >= bytes.length) {
      for (const id of IDS) expect([...knownAt(id, at), "SLOT_LOST"], `zeros from ${at} to the end: ${id}`).toContain(fates[id]);
      continue;
    }
    for (const id of IDS) {
      expect([EXACT[id], "SLOT_LOST", "EPISODE_UNKNOWN"], `zeros from ${at}: ${id}`).toContain(fates[id]);
      tally[fates[id] === EXACT[id] ? "exact" : "lost"] += 1;
    }
  }
  process.stdout.write(`${DAMAGES} lost pages: ${tally.exact} episodes as they were, ${tally.lost} lost\n`);
});

const PAGE = 512;

test("after zeros at the end no episode is lost", async () => {
  expect(await recover({ [SEGMENT]: Buffer.concat([whole.bytes, Buffer.alloc(4_096)]) })).toEqual(EXACT);
});

test("episodes whose starts are in one damaged line are lost, and not unknown", async () => {
  const lines = whole.bytes.toString("utf8").split("\n");
  const of = (id: string): number => lines.findIndex((line) => line.includes('"t":"lease"') && line.includes(`"id":"${id}"`));
  const joined = `${lines[of("e0")]}${lines[of("e1")]}`.replaceAll("kubedrill://", "kubedrill:??");
  const rest = lines.filter((line) => !/"id":"e[01]"/.test(line));
  const fates = await recover({ [SEGMENT]: Buffer.from([joined, ...rest].join("\n")) });
  expect(fates).toEqual({ ...EXACT, e0: "SLOT_LOST", e1: "SLOT_LOST" });
});

test("a file of the journal that is there twice changes nothing, and one of somebody else no more than to lose what may be missing", async () => {
  expect(await recover({ [SEGMENT]: whole.bytes, "journal-00000002.jsonl": whole.bytes })).toEqual(EXACT);
  const foreign = Buffer.from(Array.from({ length: 4_096 }, (_, i) => (i * 131) % 256));
  for (const name of ["journal-00000000.jsonl", "notes.txt", "journal-1.jsonl.tmp"])
    expect(await recover({ [SEGMENT]: whole.bytes, [name]: foreign }), name).toEqual(EXACT);
  const afterwards = await recover({ [SEGMENT]: whole.bytes, "journal-00000007.jsonl": foreign });
  expect(afterwards).toEqual(Object.fromEntries(IDS.map((id) => [id, "SLOT_LOST"])));
});
