import { expect, test } from "vitest";
import type { EpisodeRow } from "../protocol.ts";
import { successByPolicy } from "./success-by-policy.ts";

test("successes are counted by fault and policy, without pairs and without invalid samples", () => {
  const row = (faults: readonly string[], policy: string, success: boolean, total: number | undefined = 0): EpisodeRow =>
    ({ faults, policy, success, ...(total !== undefined && { return: total }) }) as EpisodeRow;
  const rows = [row(["x"], "b", true), row(["x"], "a", true), row(["x"], "a", false), row(["x", "y"], "a", true), row([], "a", true)];
  const invalid = { ...row(["x"], "a", true) };
  delete (invalid as { return?: number }).return;
  expect(Object.fromEntries(successByPolicy([...rows, invalid]))).toEqual({
    x: [
      { policy: "a", won: 1, of: 2 },
      { policy: "b", won: 1, of: 1 },
    ],
    healthy: [{ policy: "a", won: 1, of: 1 }],
  });
});
