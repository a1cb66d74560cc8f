import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import type { ToolCall } from "#core/tool-call.ts";

/** An episode as an engineer would play it, in the words of `README.md`. */
export interface EpisodeScript {
  readonly name: string;
  /** Application. */
  readonly app: string;
  /** The part of the task's URI after the app, in names of the published form. */
  readonly task: string;
  readonly seed: string;
  /** Form of the application; missing: the next of those that the test boots, in all of which most faults can be. */
  readonly variant?: string | undefined;
  readonly steps: readonly ScriptStep[];
}

/** A call of one tool, and what the engineer takes from its answer. */
export interface ScriptStep {
  /** Texts in its arguments may hold `${name}`, which stands for something found before. */
  readonly call: ToolCall;
  /** Patterns by name; the first group of each is remembered. One that matches nothing leaves the engineer at a loss. */
  readonly find: Readonly<Record<string, string>>;
  /** True: it fails, which tells something, such as the status of a service that does not run. */
  readonly fails: boolean;
  /** Steps of an engineer who has kubectl alone and cannot make this one. */
  readonly otherwise: readonly ScriptStep[];
}

/** Loads the scripts of `episodes/`, by the name of their file. */
export const loadScripts = (): ReadonlyMap<string, readonly EpisodeScript[]> => {
  const folder = new URL("episodes/", import.meta.url);
  const files = readdirSync(folder).sort();
  return new Map(files.map((file) => [file.replace(".yaml", ""), readScripts(readFileSync(new URL(file, folder), "utf8"))]));
};

const readScripts = (text: string): readonly EpisodeScript[] =>
  SCRIPTS.parse(parse(text)).map((script) => ({ ...script, seed: `${script.seed}`, steps: script.steps.map(readStep) }));

/** A step as it is written: the tool's name with its arguments, or with the one argument that matters. */
type WrittenStep = z.infer<typeof STEP>;

const STEP = z.record(z.string(), z.unknown());

const SCRIPTS = z.array(
  z.strictObject({
    name: z.string(),
    app: z.string().default("hotel-reservation"),
    task: z.string(),
    seed: z.int(),
    variant: z.string().optional(),
    steps: z.array(STEP),
  }),
);

const readStep = ({ find, fails, otherwise, ...calls }: WrittenStep): ScriptStep => {
  const [[name, given] = [""], ...others] = Object.entries(calls);
  if (others.length > 0) throw new Error(`a step calls one tool, and this one ${Object.keys(calls)}`);
  const main = MAIN_ARGUMENT[name];
  const args = typeof given === "object" && !Array.isArray(given) ? given : { [main ?? ""]: given };
  return {
    call: { name, arguments: { ...args } },
    find: z.record(z.string(), z.string()).parse(find ?? {}),
    fails: fails === true,
    otherwise: z
      .array(STEP)
      .parse(otherwise ?? [])
      .map(readStep),
  };
};

const MAIN_ARGUMENT: Readonly<Record<string, string>> = {
  kubectl: "command",
  query_logs: "query",
  query_metrics: "query",
  get_traces: "service",
  wait: "seconds",
  submit_diagnosis: "text",
};
