import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { CliError } from "../errors/cli-error.ts";
import { shardNames } from "./shard-names.ts";
import { TRAJECTORY_SCHEMA, type Trajectory } from "./trajectory.ts";
import { describeDamage } from "./trajectory-schema.ts";

/** A trajectory and the line that holds it, `file:line`. */
export interface PlacedTrajectory {
  readonly place: string;
  readonly trajectory: Trajectory;
}

/** Reads the trajectories of a dataset folder, or of one JSONL file. @throws CliError that names file, line and what is wrong */
export function* readTrajectories(path: string): Generator<PlacedTrajectory> {
  for (const file of listFiles(path)) {
    const lines = readText(file).split("\n");
    for (const [i, line] of lines.entries()) {
      if (line !== "") yield { place: `${file}:${i + 1}`, trajectory: parseLine(line, `${file}:${i + 1}`, i === lines.length - 1) };
    }
  }
}

/** Reads one trajectory. @param wanted its number, from 1 on @throws CliError where there are not so many */
export const readTrajectoryAt = (path: string, wanted: number): PlacedTrajectory => {
  let count = 0;
  for (const placed of readTrajectories(path)) if (++count === wanted) return placed;
  throw new CliError(`${path} holds ${count} trajectories; there is no episode ${wanted}`);
};

const listFiles = (path: string): readonly string[] => {
  try {
    return statSync(path).isDirectory() ? shardNames(path).map((name) => join(path, name)) : [path];
  } catch {
    throw unreadable(path);
  }
};

const readText = (file: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw unreadable(file);
  }
};

const unreadable = (path: string): CliError =>
  new CliError(`${path} cannot be read; name a dataset folder or a .jsonl file`, "unavailable");

const parseLine = (line: string, place: string, isOpenEnded: boolean): Trajectory => {
  const value = parseJson(line, place, isOpenEnded);
  const { schema } = Object(value) as { readonly schema?: unknown };
  if (schema !== TRAJECTORY_SCHEMA) {
    const found = schema === undefined ? 'it has no "schema"' : `its "schema" is ${JSON.stringify(schema)}`;
    throw new CliError(`${place} holds no trajectory: ${found}; each line is a JSON object with "schema": "${TRAJECTORY_SCHEMA}"`);
  }
  const damage = describeDamage(value);
  if (damage !== undefined) throw new CliError(`${place} holds a damaged trajectory: ${damage}`);
  return value as Trajectory;
};

const parseJson = (line: string, place: string, isOpenEnded: boolean): unknown => {
  try {
    return JSON.parse(line);
  } catch (cause) {
    const cut = "the file ends in the middle of the line; the command that wrote it goes on from there when it is repeated";
    throw new CliError(isOpenEnded ? `${place} is cut off: ${cut}` : `${place} is no JSON: ${(cause as Error).message}`);
  }
};
