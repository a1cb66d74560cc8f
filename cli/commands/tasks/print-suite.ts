import type { CliOutput } from "../../output/output.ts";
import { renderTable } from "../../output/table.ts";
import type { Suite, WaitingProblem } from "../../tasks/suite.ts";

/** Prints the tasks of a suite, and its problems that cannot be played yet; `count` prints what these wait for instead. */
export const printSuite = (
  { episodes, waiting }: Suite,
  { count = false, limit }: { readonly count?: boolean; readonly limit?: number },
  output: CliOutput,
): void => {
  if (!count) printEpisodes(episodes.slice(0, limit), output);
  printWaiting(waiting, { count }, output);
  const total = episodes.length + waiting.length;
  output.print(waiting.length === 0 ? `\n${total} tasks` : `\n${episodes.length} of ${total} problems can be played`);
};

const printEpisodes = (episodes: Suite["episodes"], output: CliOutput): void => {
  for (const { name, task, seed } of episodes) output.emit({ ...(name !== undefined && { name }), task, seed });
  const rows = episodes.map(({ name, task, seed }) => [name ?? "", seed, task]);
  output.print(renderTable([{ title: "problem" }, { title: "seed", align: "right" }, { title: "uri" }], rows));
};

const printWaiting = (waiting: readonly WaitingProblem[], { count }: { readonly count: boolean }, output: CliOutput): void => {
  if (waiting.length === 0) return;
  if (!count) {
    for (const { name, missing } of waiting) output.emit({ name, waits_for: missing });
    const rows = waiting.map(({ name, missing }) => [name, missing.join(", ")]);
    output.print(`\n${renderTable([{ title: "problem" }, { title: "waits for" }], rows)}`);
    return;
  }
  const byMissing = Map.groupBy(
    waiting.flatMap(({ missing }) => missing),
    (id) => id,
  );
  const rows = [...byMissing].map(([id, own]) => [id, own.length] as const).sort(([, a], [, b]) => b - a);
  for (const [id, problems] of rows) output.emit({ waits_for: id, problems });
  output.print(renderTable([{ title: "waits for" }, { title: "problems", align: "right" }], rows));
};
