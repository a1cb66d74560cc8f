import { expect, test } from "vitest";
import { untilInterrupted } from "./until-interrupted.ts";

const listeners = () => process.listenerCount("SIGINT");

test("Ctrl-C aborts the signal of the work, which then says what it kept", async () => {
  const before = listeners();
  const kept = await untilInterrupted(async (signal) => {
    process.emit("SIGINT");
    return signal.aborted ? "3 episodes" : "all";
  });
  expect(kept).toBe("3 episodes");
  expect(listeners()).toBe(before + 1);
  process.removeListener("SIGINT", process.listeners("SIGINT").at(-1)!);
});

test("work that ends by itself leaves Ctrl-C as it was", async () => {
  const before = listeners();
  expect(await untilInterrupted(async (signal) => signal.aborted)).toBe(false);
  expect(listeners()).toBe(before);
});
