import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { loadPlugins } from "#env/catalogue/load-plugins.ts";
import type { Injector } from "#injectors/injector.ts";
import { createOntology } from "#problems/diagnosis/ontology/create-ontology.ts";
import { faultFiles } from "./fault-files.ts";

const HELP = `Usage: npm run new:fault -- <id>

Writes the folder injectors/<id> of a fault of the catalogue that does not ship yet: README, words and cases from what is known of its type,
and an injector whose parts say what is to be written. docs/adding-a-fault.md tells what each must be.

  npm run new:fault -- --list          the ids that there are, by layer
  npm run new:fault -- port-conflict   a folder for one
`;

const [id] = process.argv.slice(2);
const injectors = await loadPlugins<Injector>({ folder: "injectors", file: "injector", idOf: (injector) => injector.id });
const shipped = new Set(injectors.map((injector) => injector.id));
const open = createOntology([]).unshipped.flatMap((row) => row.ids.filter((one) => !shipped.has(one)).map((one) => ({ id: one, row })));

const refuse = (said: string): never => {
  console.error(said);
  process.exit(2);
};

if (id === undefined || id === "--help" || id === "-h") console.info(HELP);
else if (id === "--list") {
  for (const [layer, rows] of Map.groupBy(open, ({ row }) => row.layer))
    console.info(
      `${layer}: ${rows
        .map((one) => one.id)
        .sort()
        .join(", ")}`,
    );
} else {
  const folder = new URL(`../injectors/${id}/`, import.meta.url);
  if (existsSync(folder)) refuse(`injectors/${id} is there already; nothing was written`);
  const near = open.filter((one) => one.id.split("-").some((word) => id.split("-").includes(word))).map((one) => one.id);
  const found =
    open.find((one) => one.id === id) ??
    refuse(
      `no fault of the catalogue is called ${id}${near.length > 0 ? `; there are ${near.join(", ")}` : ""} (npm run new:fault -- --list)`,
    );
  mkdirSync(folder);
  for (const [name, text] of Object.entries(faultFiles(id, found.row))) writeFileSync(new URL(name, folder), text);
  console.info(`injectors/${id}: README.md, injector.ts, words.ts, words.cases.ts; see docs/adding-a-fault.md for what is missing`);
}
