import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Json } from "./normalise/normaliser.ts";
import type { Scenario } from "./scenario.ts";

/** Normalised result of one step. */
export type StepResult =
  | { readonly run: string; readonly exit: number; readonly stdout: string; readonly stderr: string }
  | { readonly until: string; readonly held: boolean; readonly last?: string }
  | { readonly objects: KindObjects };

/** Objects by kind; a text if the kind could not be listed. */
export type KindObjects = Readonly<Record<string, readonly Json[] | string>>;

/** Recording of a scenario on a real cluster. */
export interface Recording {
  readonly meta: {
    readonly kubernetes: string;
    readonly kubectl: string;
    readonly runs: number;
    readonly stable: boolean;
    /** Duration of one run. */
    readonly seconds: number;
  };
  readonly steps: readonly StepResult[];
  /** Objects at the end, by kind, that all runs agreed on. */
  readonly objects?: KindObjects;
  /** Maximum number of further objects by kind at the end, which the runs did not agree on. */
  readonly open?: Readonly<Record<string, number>>;
}

/** Reads the recording of a scenario; undefined if there is none. */
export const readRecording = ({ folder }: Scenario): Recording | undefined => {
  const path = join(folder, FILE);
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Recording) : undefined;
};

/** Writes a recording: one line for a field of a step, and one for a part of an object. */
export const writeRecording = ({ folder }: Scenario, recording: Recording): void => {
  writeFileSync(join(folder, FILE), `${render(recording as unknown as Json, 0)}\n`);
};

const FILE = "recorded.json";

/** JSON with an indentation of one space; what is deeper than the parts of an object stays on one line. */
const render = (value: Json, depth: number, path: readonly string[] = []): string => {
  if (typeof value !== "object" || value === null || isPart(path)) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const entries: readonly (readonly [string, Json])[] = isList ? value.map((item: Json) => ["*", item]) : Object.entries(value);
  if (entries.length === 0) return isList ? "[]" : "{}";
  const pad = " ".repeat(depth + 1);
  const lines = entries.map(
    ([key, item]) => `${pad}${isList ? "" : `${JSON.stringify(key)}: `}${render(item as Json, depth + 1, [...path, key])}`,
  );
  return `${isList ? "[" : "{"}\n${lines.join(",\n")}\n${" ".repeat(depth)}${isList ? "]" : "}"}`;
};

const isPart = (path: readonly string[]): boolean => path.length - path.indexOf("objects") > 3 && path.includes("objects");
