import { readFileSync } from "node:fs";
import { join } from "node:path";
import { digestText } from "#core/digest.ts";
import { parseTaskUri } from "#problems/task-uri.ts";
import { type PartDigests, readBuildFacts, readPartDigests } from "../catalogue/build-facts.ts";
import type { Breadth } from "../catalogue/qualification-plan.ts";
import type { Qualification } from "../catalogue/qualify.ts";
import { cacheFolder } from "../host/cache-folder.ts";
import { writeCached } from "./write-cached.ts";

/** Play whose verdict is kept. */
export interface VerdictOf {
  readonly uri: string;
  readonly seed: string;
  readonly breadth: Breadth;
}

/** Memory of verdicts, each of which is valid while nothing that its task depends on has changed. */
export interface KeptVerdicts {
  /** Returns a verdict, also one for which more was played; undefined when it has to be played. */
  read(play: VerdictOf): Qualification | undefined;
  write(play: VerdictOf, verdict: Qualification): void;
}

/**
 * Keeps verdicts in the user's cache folder, a file for each task and seed. A verdict depends on the simulator and all else that plays
 * episodes, the folders of its task's faults and the chart of its application. The folders of other faults, whose twins may stand about, are
 * not among it. If the folder cannot be written, nothing is kept and nothing fails.
 */
export const keepVerdicts = (folder: string = cacheFolder("verdicts"), parts: PartDigests = readPartDigests()): KeptVerdicts => {
  const pathOf = (play: VerdictOf): string => join(folder, `${digestText(JSON.stringify(play)).slice("sha256:".length, NAME_END)}.json`);
  return {
    read: (play) => {
      const of = partsOf(play.uri, parts);
      for (const breadth of BROADEST_FIRST.slice(0, BROADEST_FIRST.indexOf(play.breadth) + 1)) {
        const kept = readFile(pathOf({ ...play, breadth }));
        if (kept?.of === of) return kept.verdict;
      }
      return undefined;
    },
    write: (play, verdict) => {
      try {
        writeCached(pathOf(play), JSON.stringify({ of: partsOf(play.uri, parts), verdict } satisfies KeptVerdict));
      } catch {
        // It is played again when it is asked for.
      }
    },
  };
};

const BROADEST_FIRST: readonly Breadth[] = ["to the end", "each", "one"];

/** End of a name in a digest: enough digits that no two plays share one. */
const NAME_END = "sha256:".length + 32;

/** Content of a file. */
interface KeptVerdict {
  /** Digest of all that the verdict depends on. */
  readonly of: string;
  readonly verdict: Qualification;
}

const partsOf = (uri: string, { common, of }: PartDigests): string => {
  const parsed = parseTaskUri(uri);
  if (!parsed.ok) throw new Error(parsed.error);
  const { app, problem } = parsed.value;
  const folders = [`charts/${app}`, ...problem.split("+").map((fault) => `injectors/${fault}`)];
  return digestText([readBuildFacts().runtime, common, ...folders.map(of)].join(" "));
};

const readFile = (path: string): KeptVerdict | undefined => {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as KeptVerdict;
  } catch {
    return undefined;
  }
};
