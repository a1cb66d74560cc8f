import { beforeAll, expect, test } from "vitest";
import { openHost } from "#env/open/open-host.ts";
import { classifyMetadata, type LabelledIncident } from "./classify-metadata.ts";
import { drawLabelledIncidents } from "./draw-labelled-incidents.ts";
import { judgeRule, METADATA_RULES, type MetadataRule } from "./metadata-rules.ts";

const RESETS = 80;
/** Standard errors that a small sample may lie beyond a bar. */
const MARGIN = 3;

let surrounded: readonly LabelledIncident[];
let bare: readonly LabelledIncident[];

beforeAll(async () => {
  const open = await openHost({ variant: "standard" });
  const draw = async (hasSurroundings: boolean) => {
    const incidents: LabelledIncident[] = [];
    for await (const incident of drawLabelledIncidents(open, { resets: RESETS, seed: 20_000, hasSurroundings })) incidents.push(incident);
    return incidents.filter(({ rows }) => rows.some(({ isCulprit }) => isCulprit));
  };
  surrounded = await draw(true);
  bare = await draw(false);
});

/** Hits of a rule, and those that it may have: twice those of a guess at random, and the margin of a binomial. */
const countHits = (incidents: readonly LabelledIncident[], rule: MetadataRule) => {
  const judged = incidents
    .filter(({ family }) => rule.symptomOf?.includes(family) !== true)
    .flatMap(({ rows }) => judgeRule(rows, rule) ?? []);
  const shares = judged.map(({ chance }) => Math.min(1, 2 * chance));
  const expected = shares.reduce((sum, share) => sum + share, 0);
  const variance = shares.reduce((sum, share) => sum + share * (1 - share), 0);
  return { hits: judged.reduce((sum, { hit }) => sum + hit, 0), most: expected + MARGIN * Math.sqrt(variance) };
};

/** A culprit's rank among its rivals is uniform by chance, with a variance of 1/12. */
const aucMost = (incidents: number): number => 0.6 + MARGIN * Math.sqrt(1 / (12 * incidents));

test.each(METADATA_RULES)("metadata alone name no culprit: $name", (rule) => {
  const { hits, most } = countHits(surrounded, rule);
  expect(hits).toBeLessThanOrEqual(most);
});

test("a classifier of metadata tells no culprit from its rivals", () => {
  const [all] = classifyMetadata(surrounded);
  expect(all?.auc).toBeLessThanOrEqual(aucMost(all?.incidents ?? 0));
});

test("among the workloads that were rolled out or scaled of late, events do not tell the culprit from the others", () => {
  const [all] = classifyMetadata(surrounded, "changed");
  const { incidents = 0, auc, top1, chance = 0 } = all ?? {};
  const most = Math.min(1, 2 * chance);
  expect(incidents).toBeGreaterThan(20);
  expect(auc).toBeLessThanOrEqual(aucMost(incidents) + 0.05);
  expect(top1).toBeLessThanOrEqual(most + MARGIN * Math.sqrt((most * (1 - most)) / incidents));
});

test("where nobody but the fault works, the rule of one line and the classifier name the culprit", () => {
  const [rule] = METADATA_RULES;
  const { hits, most } = countHits(bare, rule as MetadataRule);
  const [all] = classifyMetadata(bare);
  expect(hits).toBeGreaterThan(most);
  expect(all?.auc).toBeGreaterThan(aucMost(all?.incidents ?? 0));
});
