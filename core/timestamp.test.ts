import { expect, test } from "vitest";
import { toMicroTimestamp, toTimestamp } from "./timestamp.ts";

test("timestamps are those of ISO 8601 in whole seconds, rounded down", () => {
  for (const ms of [
    0, 999, 1_000, 86_399_999, 86_400_000, 951_782_399_500, 951_827_696_789, 1_772_323_199_999, 253_402_300_799_999, -1, -86_400_001,
  ]) {
    expect(toTimestamp(ms)).toBe(`${new Date(Math.floor(ms / 1000) * 1000).toISOString().slice(0, 19)}Z`);
  }
});

test("timestamps with microseconds are those of ISO 8601 in milliseconds, with three zeros", () => {
  for (const ms of [0, 5, 999, 1_000, 86_399_999, 951_782_399_500, 1_772_323_199_090, 253_402_300_799_999, -1, -86_400_001])
    expect(toMicroTimestamp(ms)).toBe(`${new Date(ms).toISOString().slice(0, 23)}000Z`);
});
