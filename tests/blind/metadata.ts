/** Measures how well rules of one line, and a trained classifier, name the culprit from metadata alone. */
import { openHost } from "#env/open/open-host.ts";
import { readOptions } from "../read-options.ts";
import { classifyMetadata, type LabelledIncident } from "./classify-metadata.ts";
import { drawLabelledIncidents } from "./draw-labelled-incidents.ts";
import { judgeRule, METADATA_RULES } from "./metadata-rules.ts";

const USAGE = `npm run blind:metadata [-- --resets N] [--seed N] [--app NAME] [--without-past]

Draws --resets (600) single-fault incidents (--seed: 0) of all applications or one, and prints the hits of each rule's first guess
against those of a guess at random, over all and by family; then those of a classifier that is trained on the same metadata, with
its AUC. --without-past leaves out what the team did before.
`;

const options = readOptions(USAGE, {
  resets: { type: "string", default: "600" },
  seed: { type: "string", default: "0" },
  app: { type: "string" },
  "without-past": { type: "boolean", default: false },
});
const [resets, root] = [Number(options.resets), Number(options.seed)];
const { app, "without-past": lacksPast } = options;
const hasPast = !lacksPast;

interface Tally {
  count: number;
  hits: number;
  chance: number;
}

const open = await openHost({ hasPast });
const incidents: LabelledIncident[] = [];
const tallies = new Map<string, Map<string, Tally>>();
for await (const incident of drawLabelledIncidents(open, { resets, seed: root, hasSurroundings: hasPast, app })) {
  const { rows, family } = incident;
  if (rows.some(({ isCulprit }) => isCulprit)) incidents.push(incident);
  for (const rule of METADATA_RULES) {
    const judged = judgeRule(rows, rule);
    if (judged === undefined || rule.symptomOf?.includes(family)) continue;
    for (const group of ["all", family]) add(rule.name, group, judged);
  }
}

function add(rule: string, family: string, { hit, chance }: { readonly hit: number; readonly chance: number }): void {
  const families = tallies.get(rule) ?? new Map<string, Tally>();
  const tally = families.get(family) ?? { count: 0, hits: 0, chance: 0 };
  tallies.set(rule, families.set(family, { count: tally.count + 1, hits: tally.hits + hit, chance: tally.chance + chance }));
}

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1).padStart(5)} %`;
for (const [rule, families] of tallies) {
  process.stdout.write(`\n${rule}\n`);
  for (const [family, { count, hits, chance }] of [...families].sort())
    process.stdout.write(
      `  ${family.padEnd(14)} ${`${count}`.padStart(4)} resets  hits ${percent(hits, count)}  chance ${percent(chance, count)}  ratio ${(hits / chance).toFixed(1)}\n`,
    );
}

for (const among of ["all", "changed"] as const) {
  const whom = among === "all" ? "metadata" : "metadata and events of roll-outs, among the workloads that have such events of late";
  process.stdout.write(`\ngradient boosting by ${whom}, tested on other tasks than it was trained on\n`);
  for (const { family, incidents: count, auc, top1, chance } of classifyMetadata(incidents, among))
    process.stdout.write(
      `  ${family.padEnd(16)} ${`${count}`.padStart(4)} incidents  AUC ${auc.toFixed(3)}  top-1 ${percent(top1, 1)}  chance ${percent(chance, 1)}  ratio ${(top1 / chance).toFixed(1)}\n`,
    );
}
