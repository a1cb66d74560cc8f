import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CheckOptions } from "./check-options.ts";
import type { Step } from "./steps.ts";
import type { StepResult } from "./summary.ts";
import { digestOfTree } from "./tree.ts";

const FILE = join(import.meta.dirname, "../node_modules/.cache/kubedrill/test-all.jsonl");

/** Steps of `npm run test:all` that passed, on disk, so that a run that was stopped goes on there. */
export interface EarlierResults {
  /** Result of a step that passed on the same tree; undefined when it has to run. */
  of(step: Step): StepResult | undefined;
  /** Keeps the result of a step that passed. */
  readonly keep: (step: Step, result: StepResult) => void;
}

interface Row extends StepResult {
  readonly key: string;
}

/** Opens the results of earlier runs; `npm test`, which is short, neither reads nor keeps any. */
export const openEarlierResults = ({ isWhole, isFresh, shard }: CheckOptions, file = FILE, tree = digestOfTree()): EarlierResults => {
  if (!isWhole || tree === undefined) return { of: () => undefined, keep: () => {} };
  if (isFresh) rmSync(file, { force: true });
  const keyOf = (step: Step): string => [tree, step.name, shard?.index ?? 1, shard?.count ?? 1].join(" ");
  const rows = new Map(readRows(file).map((row) => [row.key, row]));
  return {
    of: (step) => {
      const row = rows.get(keyOf(step));
      return row && { ...row, isEarlier: true };
    },
    keep: (step, result) => {
      if (result.tally.failed > 0) return;
      mkdirSync(dirname(file), { recursive: true });
      appendFileSync(file, `${JSON.stringify({ key: keyOf(step), ...result })}\n`);
    },
  };
};

/** Rows of the file; a line that was cut off when its writer was killed is none. */
const readRows = (file: string): readonly Row[] => {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Row];
      } catch {
        return [];
      }
    });
};
