import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";

/** How much of a command's answer is compared. `sorted`: its lines in any order; `none`: nothing, it is run for its effect. */
export type CompareMode = "all" | "stdout" | "exit" | "sorted" | "none";

/** One command with its answer, one wait, or one look at the objects of the namespace. */
export type Step = RunStep | UntilStep | ObjectsStep;
export type RunStep = z.infer<typeof RUN>;
export type UntilStep = z.infer<typeof UNTIL>;
export type ObjectsStep = z.infer<typeof OBJECTS>;

/** One theme, told by a few commands. */
export interface Scenario {
  /** `pods/crash-loop`. */
  readonly name: string;
  readonly folder: string;
  /** The file as it is written: names and ports that stand in it are not made up by a cluster. */
  readonly text: string;
  readonly title: string;
  readonly needs: { readonly nodes?: number; readonly clusterScoped?: boolean; readonly alone?: boolean };
  readonly normalise: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
  readonly cleanup: readonly string[];
}

/** Where the scenarios of the project are. */
export const SCENARIOS = join(import.meta.dirname, "scenarios");

/**
 * Reads the scenarios of a folder, sorted by name.
 *
 * @param only a group, or `group/name` in which `*` stands for anything; empty: all
 * @throws ZodError when a file is not as it should be
 */
export const findScenarios = (root: string, only: readonly string[] = []): readonly Scenario[] =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith("/scenario.yaml"))
    .map((path) => path.slice(0, -"/scenario.yaml".length))
    .filter((name) => only.length === 0 || only.some((pattern) => name.split("/")[0] === pattern || fits(name, pattern)))
    .sort()
    .map((name) => readScenario(root, name));

const fits = (name: string, pattern: string): boolean =>
  new RegExp(`^${pattern.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*")}$`).test(name);

const RUN = z.strictObject({
  run: z.string(),
  stdin: z.string().optional(),
  env: z.record(z.string(), z.string()).optional(),
  compare: z.enum(["all", "stdout", "exit", "sorted", "none"]).optional(),
  loosened: z.string().optional(),
});

const UNTIL = z.strictObject({
  until: z.strictObject({ run: z.string(), matches: z.string(), timeout: z.string().optional() }),
});

const OBJECTS = z.strictObject({ objects: z.array(z.string()), ignore: z.array(z.string()).optional() });

const SCENARIO = z.strictObject({
  title: z.string(),
  needs: z.strictObject({ nodes: z.number().optional(), clusterScoped: z.boolean().optional(), alone: z.boolean().optional() }).nullish(),
  normalise: z.array(z.string()).nullish(),
  note: z.string().optional(),
  files: z.record(z.string(), z.string()).nullish(),
  steps: z.array(z.union([RUN, UNTIL, OBJECTS])),
  cleanup: z.array(z.string()).nullish(),
});

const readScenario = (root: string, name: string): Scenario => {
  const folder = join(root, name);
  const text = readFileSync(join(folder, "scenario.yaml"), "utf8");
  const { title, needs, normalise, files, steps, cleanup } = parseScenario(name, text);
  return {
    name,
    folder,
    text,
    title,
    needs: (needs ?? {}) as Scenario["needs"],
    normalise: normalise ?? [],
    files: files ?? {},
    steps,
    cleanup: cleanup ?? [],
  };
};

const parseScenario = (name: string, text: string): z.infer<typeof SCENARIO> => {
  try {
    return SCENARIO.parse(parse(text));
  } catch (cause) {
    throw new Error(`${name}/scenario.yaml: ${(cause as Error).message}`, { cause });
  }
};
