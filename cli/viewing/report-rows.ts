import { readFileSync } from "node:fs";
import { z } from "zod";
import { parseJson } from "#core/parse-json.ts";
import type { EpisodeRow } from "#viewer/protocol.ts";
import { CliError } from "../errors/cli-error.ts";
import { contributions, factsOfTask } from "./row-of-line.ts";

/** Rows of a report whose episodes were not kept: they can be compared, and not opened. @throws CliError if the file is no report */
export const reportRows = (file: string, run: number): readonly EpisodeRow[] => {
  const { data, error } = reportSchema.safeParse(parseJson(readFileSync(file, "utf8")));
  if (error !== undefined)
    throw new CliError(`${file} is no report of kubedrill eval: ${error.issues[0]?.path.join(".")}: ${error.issues[0]?.message}`);
  return data.results.map(({ task, seed, difficulty, success, end_reason, steps, virtual_ms = 0, components, return: total }, i) => ({
    key: `${run}-${i + 1}`,
    run,
    ...factsOfTask(task, []),
    ...(difficulty !== undefined && { difficulty }),
    split: "",
    seed,
    policy: data.agent,
    ...(total !== undefined && { return: total }),
    ...(success !== undefined && { success }),
    end: end_reason,
    steps,
    minutes: virtual_ms / 60_000,
    parts: contributions(components),
  }));
};

const reportSchema = z.looseObject({
  agent: z.string(),
  results: z.array(
    z.looseObject({
      task: z.string(),
      seed: z.string(),
      difficulty: z.number().optional(),
      success: z.boolean().optional(),
      return: z.number().optional(),
      end_reason: z.string(),
      steps: z.number(),
      virtual_ms: z.number().optional(),
      components: z.record(z.string(), z.looseObject({ contribution: z.number().optional() })),
    }),
  ),
});
