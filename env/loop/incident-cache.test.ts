import { expect, test } from "vitest";
import { createMemoryRoom } from "#pool/memory/memory-room.ts";
import type { Decoy } from "#problems/problem.ts";
import { openHost } from "../open/open-host.ts";
import { createIncidentCache } from "./incident-cache.ts";

const open = await openHost({ variant: "standard" });
const task = open.catalogue.taskOf("kubedrill://hotel-reservation/scale-to-zero?target=deployment/geo&decoys=refused");

/** Incidents with a decoy that the server refuses so many times, and the number of attempts so far. */
const refusing = (times: number) => {
  const places: unknown[] = [];
  const place: Decoy["place"] = async (_cluster, _place, rng) => {
    places.push(rng.uint32());
    if (places.length <= times) throw new Error(`refused: ${places.length}`);
  };
  const parts = { backend: open.backend, noise: [], decoys: [{ id: "refused", place }] };
  return { places, incidents: createIncidentCache(parts, { room: createMemoryRoom(0), prepare: async () => {} }) };
};

test("an incident in which something is refused is drawn again, from another seed each time", async () => {
  const { places, incidents } = refusing(4);
  expect((await incidents.get(task, "3")).truth).toMatchObject([{ resource: "deployment/geo" }]);
  expect(new Set(places).size).toBe(5);
});

test("one that is refused each time is given up after five, with the reason", async () => {
  const { places, incidents } = refusing(9);
  await expect(incidents.get(task, "3")).rejects.toMatchObject({ code: "INJECTION_FAILED", cause: { message: "refused: 5" } });
  expect(places.length).toBe(5);
});
