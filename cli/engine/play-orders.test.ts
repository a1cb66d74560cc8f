import { expect, test } from "vitest";
import type { CliOutput } from "../output/output.ts";
import type { EpisodeRecording } from "../trajectories/record-episode.ts";
import type { Engine } from "./engine.ts";
import { playOrders, toOrders } from "./play-orders.ts";

const output = { progress: () => ({ advance: () => undefined, stop: () => undefined }) } as unknown as CliOutput;

test("Ctrl-C is heard between episodes that play in this process and never wait for anything", async () => {
  const played: string[] = [];
  const play = async ({ episodeId }: { readonly episodeId: string }) => {
    if (played.length === 0) setImmediate(() => process.emit("SIGINT"));
    played.push(episodeId);
    return {} as EpisodeRecording;
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
