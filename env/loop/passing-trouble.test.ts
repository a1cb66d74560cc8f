import { expect, test } from "vitest";
import { createRng } from "#core/rng.ts";
import type { Injector, Place } from "#injectors/injector.ts";
import type { Slot } from "#pool/backend.ts";
import { drawTrouble } from "./passing-trouble.ts";

const DRAWS = 500;
const place = { namespace: "shop" } as unknown as Place;

const injectorOf = (id: string, targets: readonly string[] = ["deployment/web", "deployment/api"]): Injector =>
  ({
    id,
    scope: "namespace",
    targets: async () => ({ targets: targets.map((resource) => ({ resource, visible: true, facts: {} })), excluded: [] }),
    sample: (_: unknown, { resource }: { readonly resource: string }) => ({ target: resource }),
    params: { parse: (params: unknown) => params },
  }) as unknown as Injector;

const INJECTORS = ["a", "b", "c", "d", "e"].map((id) => injectorOf(id));

const drawn = async (injectors: readonly Injector[]) => {
  const slot = { baseline: { app: {} }, namespace: "shop", admin: {} } as unknown as Slot;
  return await Promise.all(
    Array.from({ length: DRAWS }, async (_, seed) => {
      const trouble = await drawTrouble(createRng(`${seed}`).stream("trouble"), injectors, slot, place);
      return trouble && `${trouble.injector.id} ${trouble.target}`;
    }),
  );
};

test("one fault more changes the draws in which it comes, and no other", async () => {
  const [before, after] = [await drawn(INJECTORS.slice(1)), await drawn(INJECTORS)];
  const changed = after.filter((one, i) => one !== before[i]);
  expect(changed.every((one) => one?.startsWith("a ") === true)).toBe(true);
  expect(changed.length / DRAWS).toBeGreaterThan(0.1);
  expect(changed.length / DRAWS).toBeLessThan(0.3);
});

test("a fault without targets here is passed over", async () => {
  const without = INJECTORS.map((injector) => (injector.id === "a" ? injectorOf("a", []) : injector));
  const [all, some] = [await drawn(INJECTORS), await drawn(without)];
  expect(some.some((one) => one?.startsWith("a "))).toBe(false);
  expect(some.filter((one) => one !== undefined).length).toBe(all.filter((one) => one !== undefined).length);
});
