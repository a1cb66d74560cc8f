import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { parseJson } from "#core/parse-json.ts";
import { CliError } from "../errors/cli-error.ts";
import type { Provenance } from "../trajectories/trajectory.ts";
import type { EvalResult } from "./eval-result.ts";

/** A report: who was evaluated where on what, and each result. Equal runs give equal bytes. */
export interface EvalReport {
  readonly suite: string;
  readonly agent: string;
  /** Command line that plays it again, without what cannot change the results. Absent: the report is from before it was kept. */
  readonly command?: string;
  /** Settings that decide the results, those of a model included. Absent: as above. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly provenance: Provenance;
  /** Number of episodes that belong to it; more than there are results: it was stopped. Absent: as many as there are. */
  readonly episodes?: number;
  readonly results: readonly EvalResult[];
}

/** Number of episodes that a report lacks, since it was stopped. */
export const missingOf = ({ episodes, results }: EvalReport): number => (episodes ?? results.length) - results.length;

const readable = z.looseObject({
  suite: z.string(),
  agent: z.string(),
  provenance: z.looseObject({ server_version: z.string(), backend: z.string() }),
  results: z.array(z.looseObject({ task: z.string(), seed: z.string(), task_digest: z.string(), sample_valid: z.boolean() })),
});

/** Reads a report that was written before, by its file or its folder. @throws CliError if there is none */
export const readReport = (path: string): EvalReport => {
  const file = fileOfReport(path);
  const { data, error } = readable.safeParse(parseJson(readFileSync(file, "utf8")));
  if (error !== undefined)
    throw new CliError(`${file} is no report of kubedrill eval; name a report.json that --out has written, or its folder`);
  return data as unknown as EvalReport;
};

/** File of a report that is named by it or by its folder. */
export const fileOfReport = (path: string): string => (isFolder(path) ? join(path, "report.json") : path);

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
