/** What a filter made of its input. */
export interface FilterResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** A filter refused its arguments. */
export class FilterProblem extends Error {}

/** The lines of a text without their ends. */
export const linesOf = (input: string): readonly string[] => {
  if (input === "") return [];
  return (input.endsWith("\n") ? input.slice(0, -1) : input).split("\n");
};

/** Lines as the output of a filter that did its work. */
export const done = (lines: readonly string[]): FilterResult => ({
  stdout: lines.map((line) => `${line}\n`).join(""),
  stderr: "",
  exitCode: 0,
});
