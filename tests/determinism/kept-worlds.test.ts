import { deserialize, serialize } from "node:v8";
import { expect, test } from "vitest";
import type { KeptWorld, WorldStore } from "#pool/backends/sim/sim-backend.ts";
import { playMany } from "./play-many.ts";

const EPISODES = 16;

test("episodes in worlds that were read go byte for byte as those in the worlds that booted", { timeout: 300_000 }, async () => {
  const kept = new Map<string, Buffer>();
  const read: string[] = [];
  const booting: WorldStore = {
    read: () => undefined,
    write: (name, world) => void kept.set(name, serialize(world)),
  };
  // Others may boot for the targets of faults, which are kept apart, and for one build at a time.
  const reading: WorldStore = {
    read: (name) => {
      const bytes = kept.get(name);
      if (bytes === undefined) return undefined;
      read.push(name);
      return deserialize(bytes) as KeptWorld;
    },
    write: () => undefined,
  };
  const ways = { forkInTheMiddle: false, inCompany: false };
  const booted = await playMany(0, EPISODES, { ...ways, worldStore: booting });
  expect(await playMany(0, EPISODES, { ...ways, worldStore: reading })).toEqual(booted);
  expect(new Set(read).size, "worlds of several applications and variants").toBeGreaterThan(EPISODES / 2);
});
