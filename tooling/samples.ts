import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { LeftOut } from "../tests/sample.ts";
import type { CheckOptions } from "./check-options.ts";

/** Environment variables that tell the tests which cases to take, and where to note those they leave out. */
export const sampleVariables = (options: CheckOptions, scratch: string): Readonly<Record<string, string>> => {
  const folder = join(scratch, "left-out");
  mkdirSync(folder, { recursive: true });
  return { KUBEDRILL_TEST_LEFT_OUT: folder, KUBEDRILL_TEST_SEED: options.seed, ...(!options.isWhole && { KUBEDRILL_TEST_SAMPLE: "1" }) };
};

/** Reads what the tests left out, or would have left out in `npm test`, in order of their names. */
export const leftOutIn = (scratch: string): readonly LeftOut[] => {
  const folder = join(scratch, "left-out");
  const rows = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), "utf8").trim().split("\n"));
  const all = rows.map((row) => JSON.parse(row) as LeftOut);
  return [...Map.groupBy(all, ({ what }) => what).entries()]
    .map(([what, parts]) => ({ what, taken: sum(parts, "taken"), of: sum(parts, "of") }))
    .sort((left, right) => (left.what < right.what ? -1 : 1));
};

const sum = (parts: readonly LeftOut[], field: "taken" | "of"): number => parts.reduce((total, part) => total + part[field], 0);
