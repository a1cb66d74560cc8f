import { expect, test } from "vitest";
import { createWakingClock } from "./waking-clock.ts";

/** Creates a source of changes that are triggered by hand. */
const createSource = () => {
  const listeners = new Set<() => void>();
  return {
    listeners,
    changes: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change: () => {
      for (const listener of [...listeners]) listener();
    },
  };
};

test("a change is followed by a question, also one that falls into a question", async () => {
  const source = createSource();
  let asked = 0;
  const held = await createWakingClock(source.changes).until(
    async () => {
      asked += 1;
      if (asked < 3) source.change();
      return asked === 3;
    },
    { timeoutMs: 60_000 },
  );
  expect(held).toBe(true);
  expect(asked).toBe(3);
  expect(source.listeners.size).toBe(0);
});

test("what never holds ends with the time", async () => {
  expect(await createWakingClock(createSource().changes).until(async () => false, { timeoutMs: 10 })).toBe(false);
});
