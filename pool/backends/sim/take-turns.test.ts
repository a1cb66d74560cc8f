import { expect, test, vi } from "vitest";
import { createTurns } from "./take-turns.ts";

/** Work in so many parts, after each of which others may have a turn. */
const work = async (take: () => Promise<void> | undefined, parts: number, done: (part: number) => void): Promise<void> => {
  for (let part = 0; part < parts; part++) {
    done(part);
    await take();
  }
};

test("calls that come together and are short are run one after the other, in their order", async () => {
  const turns = createTurns(Number.POSITIVE_INFINITY);
  const order: string[] = [];
  await Promise.all(["a", "b", "c"].map((name) => turns.run(() => work(turns.take, 2, (part) => order.push(`${name}${part}`)))));
  expect(order).toEqual(["a0", "a1", "b0", "b1", "c0", "c1"]);
});

test("a call whose turn is over goes on after those that wait", async () => {
  const turns = createTurns(0);
  const order: string[] = [];
  await Promise.all(["a", "b"].map((name) => turns.run(() => work(turns.take, 3, (part) => order.push(`${name}${part}`)))));
  expect(order).toEqual(["a0", "b0", "a1", "b1", "a2", "b2"]);
});

test("a call that comes during long work is run before it ends", async () => {
  const turns = createTurns(0);
  const order: string[] = [];
  const long = turns.run(() => work(turns.take, 50, (part) => order.push(`long ${part}`)));
  await new Promise((resolve) => setImmediate(resolve));
  await turns.run(async () => void order.push("short"));
  expect(order.indexOf("short")).toBeLessThan(10);
  await long;
  expect(order).toHaveLength(51);
});

test("short calls do not wait for long ones that came before, and long ones get a turn while short ones keep coming", async () => {
  const turns = createTurns(0);
  const order: string[] = [];
  const long = ["r", "s"].map((name) => turns.run(() => work(turns.take, 2, (part) => order.push(`${name}${part}`)), "long"));
  const short = Array.from({ length: 20 }, (_, i) => turns.run(async () => void order.push(`step${i}`)));
  await Promise.all([...long, ...short]);
  expect(order.slice(0, 9)).toEqual(["step0", "step1", "step2", "step3", "step4", "step5", "step6", "r0", "step7"]);
  expect(order.indexOf("s0")).toBe(15);
  expect(order).toHaveLength(24);
});

test("a call that fails gives its turn to the next", async () => {
  const turns = createTurns();
  const failed = turns.run(async () => Promise.reject(new Error("no")));
  const next = turns.run(async () => "yes");
  await expect(failed).rejects.toThrow("no");
  expect(await next).toBe("yes");
});

test("a call may wait for what an earlier one makes, which goes on", async () => {
  const turns = createTurns(0);
  let incident: Promise<string> | undefined;
  const make = async (): Promise<string> => {
    await work(turns.take, 3, () => undefined);
    return "made";
  };
  const get = () => turns.run(() => (incident ??= make()));
  expect(await Promise.all([get(), get(), get()])).toEqual(["made", "made", "made"]);
});

test.each([
  ["long", undefined],
  ["idle", expect.any(Promise)],
] as const)("after an eighth of a turn, %s work is asked to give way as it should", async (urgency, expected) => {
  let nowMs = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => nowMs);
  const turns = createTurns(80);
  await turns.run(async () => {
    expect(turns.take()).toBeUndefined();
    nowMs = 10;
    expect(turns.take()).toEqual(expected);
  }, urgency);
  clock.mockRestore();
});
