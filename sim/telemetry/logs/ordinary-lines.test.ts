import { expect, test } from "vitest";
import type { Process } from "../../processes/process.ts";
import { ordinaryLines } from "./ordinary-lines.ts";

const HOUR_MS = 3_600_000;
const START_MS = 1_767_686_400_000;

const processWith = (podUid: string): Process =>
  ({
    podUid,
    startedAtMs: START_MS,
    app: {
      behaviour: {
        language: "go",
        log: { ordinary: [{ level: "warn", message: "took {200..300} ms", everyMinutes: 10 }] },
      },
    },
  }) as unknown as Process;

const textsOf = (podUid: string, fromMs: number, toMs: number): readonly string[] =>
  ordinaryLines(processWith(podUid), fromMs, toMs).map(({ atMs, render }) => render(atMs));

test("a quiet program writes its ordinary lines at their rate, each with a number of its own", () => {
  const texts = textsOf("a", START_MS, START_MS + 10 * HOUR_MS);
  expect(texts.length).toBeGreaterThan(50);
  expect(texts.length).toBeLessThan(70);
  const numbers = texts.map((text) => Number(/took (\d+) ms/.exec(text)?.[1]));
  for (const number of numbers) expect(number >= 200 && number <= 300).toBe(true);
  expect(new Set(numbers).size).toBeGreaterThan(20);
});

test("whoever reads in parts reads the same lines, and another pod's are others", () => {
  const whole = textsOf("a", START_MS, START_MS + 6 * HOUR_MS);
  const parts = [0, 1, 2, 3, 4, 5].flatMap((hour) => textsOf("a", START_MS + hour * HOUR_MS, START_MS + (hour + 1) * HOUR_MS));
  expect([...parts].sort()).toEqual([...whole].sort());
  expect(textsOf("b", START_MS, START_MS + 6 * HOUR_MS)).not.toEqual(whole);
});
