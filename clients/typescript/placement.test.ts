import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { place } from "./placement.ts";

/** Placements that all clients agree on. */
const { placements }: Golden = JSON.parse(readFileSync(new URL("../placements.json", import.meta.url), "utf8"));

interface Golden {
  readonly placements: readonly {
    readonly task: string;
    readonly seed: string;
    readonly need: number;
    readonly rooms: Readonly<Record<string, number>>;
    readonly server: string;
  }[];
}

const fleets = fc
  .dictionary(fc.string({ minLength: 1 }), fc.nat(4), { minKeys: 1, maxKeys: 12 })
  .map((rooms) => new Map(Object.entries(rooms)));
const starts = fc.record({ task: fc.string(), seed: fc.nat().map(String), need: fc.integer({ min: 1, max: 5 }) });

test("placements are those that all clients agree on", () => {
  expect(placements.length).toBeGreaterThan(30);
  for (const { rooms, server, ...start } of placements) expect(place(new Map(Object.entries(rooms)), start)).toBe(server);
});

test("a server has room wherever one has, and the order in which servers are known does not matter", () => {
  fc.assert(
    fc.property(fleets, starts, (rooms, start) => {
      const chosen = place(rooms, start)!;
      expect(rooms.get(chosen)! >= start.need || Math.max(...rooms.values()) < start.need).toBe(true);
      expect(place(new Map([...rooms].toReversed()), start)).toBe(chosen);
    }),
  );
});

test("a server that goes moves only what it had, and one that comes only what it gets", () => {
  fc.assert(
    fc.property(fleets, starts, fc.nat(), (rooms, start, at) => {
      const full = new Map([...rooms.keys()].map((id) => [id, 9]));
      const gone = [...full.keys()][at % full.size]!;
      const before = place(full, start);
      const after = place(new Map([...full].filter(([id]) => id !== gone)), start);
      expect(after === before).toBe(before !== gone);
    }),
  );
});

test("without servers there is no place", () => expect(place(new Map(), { task: "kubedrill://app/a", seed: "1" })).toBeUndefined());
