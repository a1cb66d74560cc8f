import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { CliError } from "../../errors/cli-error.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { type Finding, readFinding } from "./verdict.ts";

/**
 * Runs the checks in several processes of this command, each a share of the tasks, and merges what they find in the order of the catalogue.
 * @param onLine called for each line of a share, which is one task or one object that a fault does not apply to
 */
export const runShares = async (count: number, onLine: (line: string) => void): Promise<Finding> => {
  const shares = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      runShare([...withoutPage(process.argv.slice(2)), "--json", "--no-progress", "--shard", `${index}/${count}`], onLine),
    ),
  );
  const longest = Math.max(...shares.map(({ verdicts }) => verdicts.length));
  return {
    verdicts: Array.from({ length: longest }, (_, row) => shares.flatMap(({ verdicts }) => verdicts.slice(row, row + 1))).flat(),
    excluded: shares.flatMap(({ excluded }) => excluded),
  };
};

/** Words of a command line without the page, which is written of all shares. */
const withoutPage = (words: readonly string[]): readonly string[] =>
  words.filter((word, i) => word !== "--page" && words[i - 1] !== "--page" && !word.startsWith("--page="));

const runShare = async (args: readonly string[], onLine: (line: string) => void): Promise<Finding> => {
  const child = spawn(process.execPath, [process.argv[1]!, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    onLine(line);
  }
  const code = await ended;
  if (code !== EXIT_CODES.ok.code && code !== EXIT_CODES.failed.code)
    throw new CliError("a share of the work failed; see above", "unavailable");
  return readFinding(lines);
};
