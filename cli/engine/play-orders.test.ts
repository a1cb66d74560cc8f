import { expect, test } from "vitest";
import type { CliOutput } from "../output/output.ts";
import type { EpisodeRecording } from "../trajectories/record-episode.ts";
import type { Engine } from "./engine.ts";
import { playOrders, toOrders } from "./play-orders.ts";

const notes: string[] = [];
const progress = { advance: () => undefined, note: (text: string) => void notes.push(text), stop: () => undefined };
const output = { progress: () => progress } as unknown as CliOutput;

test("Ctrl-C is heard between episodes that play in this process and never wait for anything", async () => {
  const played: string[] = [];
  const play = async ({ episodeId }: { readonly episodeId: string }) => {
    if (played.length === 0) setImmediate(() => process.emit("SIGINT"));
    played.push(episodeId);
    return { steps: [] } as unknown as EpisodeRecording;
  };
  const engine = { parallel: 1, play } as unknown as Engine;
  const orders = toOrders(
    Array.from({ length: 100 }, () => ({ uri: "kubedrill://toy/count", seed: "1" })),
    { policy: "no-op" },
    (i) => `e${i}`,
  );
  const taken: string[] = [];
  const isComplete = await playOrders(engine, orders, output, (_, { episodeId }) => void taken.push(episodeId));
  expect(isComplete).toBe(false);
  expect(taken.length).toBeLessThan(5);
  expect(played).toEqual(taken);
  process.removeListener("SIGINT", process.listeners("SIGINT").at(-1)!);
});

test("why a sample is invalid is said at once, and each reason once", async () => {
  const reasons = ["no connection", "no connection", undefined, "too long"];
  const play = async ({ seed }: { readonly seed: string }) =>
    ({ steps: [], ...(reasons[Number(seed)] && { abandoned: reasons[Number(seed)] }) }) as unknown as EpisodeRecording;
  const orders = toOrders(
    reasons.map((_, i) => ({ uri: "kubedrill://toy/count", seed: `${i}` })),
    { policy: "llm" },
    (i) => `e${i}`,
  );
  await playOrders({ parallel: 1, play } as unknown as Engine, orders, output, () => undefined);
  expect(notes).toEqual(["e0 has no valid score: no connection", "e3 has no valid score: too long"]);
});

test("the progress counts what has ended, though one before it takes long", async () => {
  const first = Promise.withResolvers<void>();
  const ended: string[] = [];
  const counting = { ...progress, advance: () => void ended.push("one") };
  const play = async ({ episodeId }: { readonly episodeId: string }) => {
    if (episodeId === "e0") await first.promise;
    return { steps: [] } as unknown as EpisodeRecording;
  };
  const orders = toOrders(
    Array.from({ length: 4 }, () => ({ uri: "kubedrill://toy/count", seed: "1" })),
    { policy: "no-op" },
    (i) => `e${i}`,
  );
  const taken: string[] = [];
  const engine = { parallel: 2, play } as unknown as Engine;
  const playing = playOrders(engine, orders, { progress: () => counting } as unknown as CliOutput, (_, { episodeId }) => {
    taken.push(episodeId);
  });
  await expect.poll(() => ended.length).toBe(3);
  expect(taken).toEqual([]);
  first.resolve();
  expect(await playing).toBe(true);
  expect(taken).toEqual(["e0", "e1", "e2", "e3"]);
});
