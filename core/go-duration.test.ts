import { expect, it } from "vitest";
import { formatGoDuration, parseGoDuration } from "./go-duration.ts";

it.each([
  ["1h2m3.5s", 3_723_500],
  ["-1.5h", -5_400_000],
  [".5s", 500],
  ["1.s", 1000],
  ["250ms", 250],
  ["1500us", 1.5],
  ["2µs", 0.002],
  ["0", 0],
])("reads %s as Go does", (text, ms) => {
  expect(parseGoDuration(text)).toBe(ms);
});

it.each(["", "5", "1d", "1h 2m", "s", "1h2"])("does not read %j, as Go does not", (text) => {
  expect(parseGoDuration(text)).toBeUndefined();
});

it.each([
  [0, "0s"],
  [850, "850ms"],
  [2310, "2.31s"],
  [80_000, "1m20s"],
  [300_000, "5m0s"],
  [7_207_000, "2h0m7s"],
])("prints %d ms as Go does", (ms, text) => {
  expect(formatGoDuration(ms)).toBe(text);
});
