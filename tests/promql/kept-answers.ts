import { readFileSync, writeFileSync } from "node:fs";

const FILE = new URL("answers.json", import.meta.url);

/** Reads the answers of a real Prometheus, by path of its HTTP API. */
export const readAnswers = (): ReadonlyMap<string, unknown> => new Map(Object.entries(JSON.parse(readFileSync(FILE, "utf8")) as object));

/** Writes them, one a line. */
export const writeAnswers = (answers: readonly (readonly [path: string, answer: unknown])[]): void => {
  const lines = answers.map(([path, answer]) => `${JSON.stringify(path)}:${JSON.stringify(answer)}`);
  writeFileSync(FILE, `{\n${lines.join(",\n")}\n}\n`);
};
