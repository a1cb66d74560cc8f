import { beforeAll, describe, expect, test } from "vitest";
import { createRng } from "#core/rng.ts";
import { loadPolicies, planEpisode } from "#env/catalogue/load-policies.ts";
import { createEpisodeHost } from "#env/host/episode-host.ts";
import type { EpisodeHost } from "#env/host/episode-protocol.ts";
import { actionOf } from "#env/host/play-episode.ts";
import { drawIncident } from "#env/loop/draw-incident.ts";
import { createIncidentCache } from "#env/loop/incident-cache.ts";
import { inDrawnOrder } from "#env/loop/lease-variant.ts";
import { prepareIncident } from "#env/loop/prepare-incident.ts";
import { type OpenHost, openHost } from "#env/open/open-host.ts";
import { createMemoryRoom } from "#pool/memory/memory-room.ts";
import { rounds, sample } from "../sample.ts";

const EPISODES = rounds(24, { what: "episodes whose start is made, kept and made anew", most: 3 });
const SPLITS = ["train", "eval", "holdout"];

let open: OpenHost;
let plays: readonly Play[];

interface Play {
  readonly taskUri: string;
  readonly seed: string;
}

beforeAll(async () => {
  open = await openHost();
  const tasks = open.catalogue.list({ splits: SPLITS });
  plays = Array.from({ length: EPISODES }, (_, i) => {
    const { uri } = createRng(`kept ${i}`).pick(tasks);
    // Every third one is disturbed while the agent works.
    return { taskUri: i % 3 === 0 ? disturbed(uri) : uri, seed: `${900 + i}` };
  });
});

const disturbed = (uri: string): string => `${uri}${uri.includes("?") ? "&" : "?"}noise=pod-kill`;

/** A host on the same backend, with a collection of incidents of its own. */
const openBeside = (bytesMax: number) => {
  const { library, catalogue, backend } = open;
  const incidents = createIncidentCache(
    { backend, noise: library.noise, decoys: library.decoys },
    { room: createMemoryRoom(bytesMax), prepare: prepareIncident },
  );
  return { ...open, incidents, host: createEpisodeHost({ library, catalogue, incidents }) };
};

/** Plays an episode of the expert, with a wait before its first act. @returns all that was seen, without ids */
const playOne = async (beside: OpenHost, { taskUri, seed }: Play): Promise<string> => {
  const expert = (await loadPolicies()).find(({ id }) => id === "answer-key");
  const calls = [{ name: "wait", arguments: { seconds: 40 } }, ...(await planEpisode(beside, taskUri, seed, expert!))];
  const { slotId: _, ...start } = await beside.host.reset({ episodeId: "one", taskUri, seed, limits: {}, views: VIEWS });
  const seen: unknown[] = [start];
  for (const [stepIndex, call] of calls.entries()) {
    const outcome = await beside.host.step({ episodeId: "one", stepIndex, actions: [actionOf(call)] });
    seen.push(outcome);
    if (outcome.ending !== undefined) break;
  }
  seen.push(await beside.host.reward({ episodeId: "one", finalize: true, explain: true }));
  await beside.host.close({ episodeId: "one" });
  return JSON.stringify(seen);
};

const VIEWS = [{ name: "text" }, { name: "alerts" }];

/** Seeds that draw the same incident of a task as a given one. */
const siblingsOf = ({ taskUri, seed }: Play, count: number): readonly string[] => {
  const task = open.catalogue.taskOf(taskUri);
  const { number } = drawIncident(task, seed);
  const seeds = Array.from({ length: 40 * count }, (_, i) => `${50_000 + i}`);
  return seeds.filter((candidate) => drawIncident(task, candidate).number === number).slice(0, count);
};

test("an episode has the same bytes whether its start was made for it, kept, dropped and made anew, or made ahead", async () => {
  const [rebuilding, keeping, ahead] = [openBeside(1), openBeside(2 ** 40), openBeside(2 ** 40)];
  await ahead.host.expect?.(plays);
  for (let i = 0; i < EPISODES; i++) expect(await ahead.host.prepareNext?.()).toBe(true);
  const first: string[] = [];
  for (const play of plays) first.push(await playOne(rebuilding, play));
  for (const [i, play] of plays.entries()) {
    for (const seed of siblingsOf(play, 2)) await playOne(keeping, { ...play, seed });
    const label = `${play.taskUri} with seed ${play.seed}`;
    expect(await playOne(keeping, play), `${label}, kept`).toBe(first[i]);
    expect(await playOne(ahead, play), `${label}, made ahead`).toBe(first[i]);
    expect(await playOne(rebuilding, play), `${label}, made anew`).toBe(first[i]);
  }
});

describe("seeds that draw the same incident", () => {
  const startOf = async (host: EpisodeHost, { taskUri, seed }: Play) => {
    const { slotId: _, ...start } = await host.reset({ episodeId: "start", taskUri, seed, limits: {}, views: VIEWS });
    await host.close({ episodeId: "start" });
    return start;
  };

  test("start equally, and others do not", async () => {
    const { host } = openBeside(2 ** 40);
    for (const play of sample(plays.slice(0, 6), { what: "tasks whose incidents are told apart", most: 1 })) {
      const start = await startOf(host, play);
      for (const seed of siblingsOf(play, 3)) expect(await startOf(host, { ...play, seed }), `seed ${seed}`).toEqual(start);
      const digests = new Set<string>();
      for (let seed = 0; seed < 40; seed++) digests.add((await startOf(host, { ...play, seed: `${seed}` })).stateDigest);
      expect(digests.size, play.taskUri).toBe(8);
    }
  });

  test("are disturbed each by its own schedule", async () => {
    const { host } = openBeside(2 ** 40);
    const play = { taskUri: disturbed("kubedrill://hotel-reservation/service-selector-mismatch?target=service/frontend"), seed: "900" };
    const ends = new Set<string>();
    for (const seed of [play.seed, ...siblingsOf(play, 4)]) {
      await host.reset({ episodeId: "noisy", taskUri: play.taskUri, seed, limits: {}, views: VIEWS });
      const wait = actionOf({ name: "wait", arguments: { seconds: 300 } });
      await host.step({ episodeId: "noisy", stepIndex: 0, actions: [wait] });
      ends.add((await host.step({ episodeId: "noisy", stepIndex: 1, actions: [wait] })).stateDigest);
      await host.close({ episodeId: "noisy" });
    }
    expect(ends.size).toBeGreaterThan(3);
  });
});

test("the form of the app says no more about the culprit than the share of tasks on it", () => {
  const placesOf = new Map<string, string[]>();
  for (const { uri } of open.catalogue.list({ splits: ["train"] })) {
    const task = open.catalogue.taskOf(uri);
    const place = task.faults[0]?.candidates[0]?.resource;
    for (let number = 0; place !== undefined && number < 8; number++) {
      const seed = incidentSeed(uri, number);
      const variant = inDrawnOrder(task.variants, seed)[0]!.id;
      placesOf.set(variant, [...(placesOf.get(variant) ?? []), place]);
    }
  }
  const all = topShare([...placesOf.values()].flat());
  expect(placesOf.size).toBeGreaterThan(10);
  for (const [variant, places] of placesOf) expect(topShare(places), `variant ${variant}`).toBeLessThan(2 * all);
});

/** Share of the most frequent of some names: how often a guess of it is right. */
const topShare = (names: readonly string[]): number =>
  Math.max(...[...Map.groupBy(names, (name) => name).values()].map(({ length }) => length)) / names.length;

const incidentSeed = (uri: string, number: number): string => {
  const task = open.catalogue.taskOf(uri);
  for (let seed = 0; ; seed++) {
    const drawn = drawIncident(task, `${seed}`);
    if (drawn.number === number) return drawn.seed;
  }
};
