/** `npm run difficulty`: measures fault-target pairs, and keeps the measures in env/catalogue/difficulty/measures.recorded.json, by which tasks have their difficulty. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createRng } from "../core/rng.ts";
import { type FactsRow, rowOf } from "../env/catalogue/difficulty/known-facts.ts";
import { measureTask } from "../env/catalogue/difficulty/measure-task.ts";
import { loadAgents } from "../env/catalogue/load-agents.ts";
import { openHost } from "../env/open/open-host.ts";

const USAGE = `npm run difficulty [-- --targets N] [--fault ID] [--app NAME] [--again]

Measures up to --targets (2) targets of each fault in each application, about 2 s each, and keeps what it has: a run that is stopped goes on
where it was. --fault and --app choose some; --again measures those that are there, too.
`;

const FILE = join(import.meta.dirname, "../env/catalogue/difficulty/measures.recorded.json");
/** Number of measures after which the file is written. */
const KEEP_EVERY = 20;

const options = {
  targets: { type: "string", default: "2" },
  fault: { type: "string" },
  app: { type: "string" },
  again: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

const main = async (): Promise<void> => {
  const { values } = parseArgs({ options });
  if (values.help) return void process.stdout.write(USAGE);
  const open = await openHost();
  const expert = (await loadAgents()).find(({ id }) => id === "expert");
  if (expert === undefined) throw new Error("problems/agents/expert is missing");
  const table: Record<string, Record<string, FactsRow>> = existsSync(FILE) ? JSON.parse(readFileSync(FILE, "utf8")) : {};
  const keep = (): void => writeFileSync(FILE, render(table));
  const todo = open.apps.flatMap(({ record: { name: app } }) =>
    [...Map.groupBy(open.catalogue.pairsOf(app).pairs, ({ faultId }) => faultId)].flatMap(([faultId, pairs]) => {
      if ((values.fault ?? faultId) !== faultId || (values.app ?? app) !== app) return [];
      const chosen = createRng(`${app}/${faultId}`).shuffle(pairs).slice(0, Number(values.targets));
      return chosen
        .filter(({ target }) => values.again || table[`${app}/${faultId}`]?.[target] === undefined)
        .map(({ target }) => ({ app, faultId, target }));
    }),
  );
  process.stderr.write(`${todo.length} pairs to measure\n`);
  for (const [i, { app, faultId, target }] of todo.entries()) {
    const uri = `kubedrill://${app}/${faultId}?target=${target}`;
    try {
      const row = rowOf(await measureTask(open, expert, uri));
      table[`${app}/${faultId}`] = { ...table[`${app}/${faultId}`], [target]: row };
      process.stderr.write(`${i + 1} of ${todo.length}  ${uri}  ${row.join(" ")}\n`);
    } catch (cause) {
      process.stderr.write(`${i + 1} of ${todo.length}  ${uri}  not measured: ${cause instanceof Error ? cause.message : cause}\n`);
    }
    if (i % KEEP_EVERY === KEEP_EVERY - 1) keep();
  }
  keep();
};

/** Renders the table with a line for each fault in an application, in order of their names. */
const render = (table: Readonly<Record<string, Readonly<Record<string, FactsRow>>>>): string => {
  const sorted = <T>(of: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
    Object.fromEntries(Object.entries(of).sort(([a], [b]) => (a < b ? -1 : 1)));
  const lines = Object.entries(sorted(table)).map(([key, rows]) => `  ${JSON.stringify(key)}: ${JSON.stringify(sorted(rows))}`);
  return `{\n${lines.join(",\n")}\n}\n`;
};

await main();
