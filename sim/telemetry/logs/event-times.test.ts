import { expect, test } from "vitest";
import { eventTimes } from "./event-times.ts";

test("what happens seldom happens as often where the traffic changes all the time", () => {
  let count = 0;
  for (let second = 0; second < 1000; second++)
    count += eventTimes(`log/${second}`, 0.3, second * 1000, second * 1000, second * 1000 + 1000).length;
  expect(Math.abs(count - 300)).toBeLessThan(4 * Math.sqrt(300));
});

test("an event has its place whatever window is asked for", () => {
  const all = eventTimes("log", 2, 0, 0, 100_000);
  expect([...eventTimes("log", 2, 0, 0, 31_000), ...eventTimes("log", 2, 0, 31_000, 100_000)]).toEqual(all);
});
