/** Measures how often specifications alone name the fault, by fault and by rule. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { WrittenRow } from "#env/catalogue/difficulty/known-facts.ts";
import { openHost } from "#env/open/open-host.ts";
import { readOptions } from "../read-options.ts";
import { guessFromSpecifications, type SpecificationGuess } from "./guess-from-specifications.ts";

const USAGE = `npm run blind:specifications [-- --resets N | --each N] [--seed N] [--app NAME] [--fault ID] [--rules] [--keep]

Draws --resets (200) tasks with one fault as a trainer does (--seed: 0), of all applications or one, lets the linter of
specifications guess at the start of each, and prints its hits by fault. It plays no episode, so that a hit is what
could be earned and not what is: \`kubedrill audit --policies read-specifications\` measures that. With --rules it also
prints in how many of the tasks each rule found something, and in how many of those that was the fault: its rank.
With --each it draws as many tasks of each fault, or of --fault alone, and with --keep the difficulty of tasks knows the hits from now on.
`;

const KEPT = join(import.meta.dirname, "../../env/catalogue/difficulty/written.recorded.json");

const options = readOptions(USAGE, {
  resets: { type: "string", default: "200" },
  each: { type: "string" },
  fault: { type: "string" },
  keep: { type: "boolean", default: false },
  seed: { type: "string", default: "0" },
  app: { type: "string" },
  rules: { type: "boolean", default: false },
});
const open = await openHost();
const guesses: SpecificationGuess[] = [];
const { seed, app, fault } = options;
const requests =
  options.each === undefined
    ? [{ resets: Number(options.resets), seed, app, fault }]
    : open.library.injectors
        .filter(({ id }) => id === (fault ?? id))
        .map(({ id }) => ({ resets: Number(options.each), seed, app, fault: id }));
for (const request of requests) for await (const guess of guessFromSpecifications(open, request)) guesses.push(guess);
if (options.keep) {
  const rows: Record<string, WrittenRow> = JSON.parse(readFileSync(KEPT, "utf8"));
  for (const [id, own] of Map.groupBy(guesses, (guess) => guess.fault)) rows[id] = [own.filter(({ isHit }) => isHit).length, own.length];
  const lines = Object.entries(rows)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, [named, episodes]]) => `  "${id}": [${named}, ${episodes}]`);
  writeFileSync(KEPT, `{\n${lines.join(",\n")}\n}\n`);
}

const share = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;
for (const [fault, own] of [...Map.groupBy(guesses, (guess) => guess.fault)].sort()) {
  const [hits, found] = [own.filter(({ isHit }) => isHit).length, own.filter(({ rank }) => rank >= 0).length];
  const others = own.flatMap(({ isHit, first }) => (isHit ? [] : [first === undefined ? "nothing" : `${first.type} ${first.resource}`]));
  process.stdout.write(`${fault.padEnd(34)} ${own.length} tasks, first ${hits}, found ${found}  ${others.slice(0, 3).join(", ")}\n`);
}
if (options.rules)
  for (const [rule, fired] of Map.groupBy(
    guesses.flatMap((guess) => [...guess.fired]),
    ([{ faults, type }]) => `${type ?? ""} ${faults.join(",")}`.trim(),
  )) {
    const right = fired.filter(([, isRight]) => isRight).length;
    process.stdout.write(`rule ${rule.padEnd(60)} fired ${fired.length}, right ${right} (${share(right, fired.length)})\n`);
  }
const hits = guesses.filter(({ isHit }) => isHit).length;
process.stdout.write(`${guesses.length} tasks: the first finding names the fault in ${hits} (${share(hits, guesses.length)})\n`);
