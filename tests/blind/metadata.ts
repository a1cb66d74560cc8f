/**
 * Measures how well rules of one line name the culprit from metadata alone: `npm run blind:metadata [-- --resets=600] [-- --seed=0] [-- --app=train-ticket] [-- --without-past]`.
 *
 * Prints the hits of a rule's first guess against those of a guess at random, over all single-fault tasks and by family; then those of a classifier that is trained on the same metadata.
 */
import { openHost } from "#env/open/open-host.ts";
import { classifyMetadata, type LabelledIncident } from "./classify-metadata.ts";
import { drawLabelledIncidents } from "./draw-labelled-incidents.ts";
import { judgeRule, METADATA_RULES } from "./metadata-rules.ts";

const option = (name: string): string | undefined => process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
const resets = Number(option("resets") ?? 600);
const root = Number(option("seed") ?? 0);
const app = option("app");
const hasPast = !process.argv.includes("--without-past");

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

process.stdout.write("\ngradient boosting, tested on other tasks than it was trained on\n");
for (const { family, incidents: count, auc, top1, chance } of classifyMetadata(incidents))
  process.stdout.write(
    `  ${family.padEnd(16)} ${`${count}`.padStart(4)} incidents  AUC ${auc.toFixed(3)}  top-1 ${percent(top1, 1)}  chance ${percent(chance, 1)}  ratio ${(top1 / chance).toFixed(1)}\n`,
  );
