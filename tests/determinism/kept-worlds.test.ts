import { deserialize, serialize } from "node:v8";
import { expect, test } from "vitest";
import type { KeptValues } from "#core/kept-values.ts";
import type { WorldImage } from "#sim/kernel/world.ts";
import { rounds, seedOf } from "../sample.ts";
import { playMany } from "./play-many.ts";

const EPISODES = rounds(16, { what: "episodes in worlds that were read", most: 6 });
const FIRST = seedOf("episodes in worlds that were read");

/** A memory as a folder is one; `reads` are the names of what was found. */
const createMemory = <T>(): KeptValues<T> & { readonly reads: Set<string>; readonly writes: Set<string> } => {
  const [kept, reads, writes] = [new Map<string, Buffer>(), new Set<string>(), new Set<string>()];
  return {
    reads,
    writes,
    read: (name) => {
      const bytes = kept.get(name);
      if (bytes === undefined) return undefined;
      reads.add(name);
      return deserialize(bytes) as T;
    },
    write: (name, value) => {
      writes.add(name);
      kept.set(name, serialize(value));
    },
  };
};

test("episodes in worlds and incidents that were read go byte for byte as those in the ones that were simulated", async () => {
  const ways = { forkInTheMiddle: false, inCompany: false };
  const [worlds, keptIncidents] = [createMemory<WorldImage>(), createMemory<unknown>()];
  // Others may boot for the targets of faults, which are kept apart, and for one build at a time.
  const simulated = await playMany(FIRST, EPISODES, { ...ways, kept: { worlds: deaf(worlds), keptIncidents: deaf(keptIncidents) } });
  const written = keptIncidents.writes.size;
  expect(await playMany(FIRST, EPISODES, { ...ways, kept: { worlds, keptIncidents } })).toEqual(simulated);
  expect(worlds.reads.size, "worlds of several applications and variants").toBeGreaterThan(EPISODES / 2);
  expect(keptIncidents.reads.size, "starts, and what comes of doing nothing").toBeGreaterThan(EPISODES);
  expect(keptIncidents.writes.size, "nothing is made again").toBe(written);
});

/** The same memory for one that writes and never reads. */
const deaf = <T>({ write }: KeptValues<T>): KeptValues<T> => ({ read: () => undefined, write });
