import { ASPECTS } from "./account.ts";
import { CASES } from "./cases.ts";
import { type Agreement, COMPARED, meanOf } from "./compare-accounts.ts";
import { reasonFor } from "./reasons.ts";
import { readRecording } from "./recordings.ts";

/** Renders the page on the agreement of simulated with real episodes. */
export const renderPage = (agreements: readonly Agreement[]): string => {
  const cluster = CASES.map(readRecording).find((recording) => recording !== undefined)?.cluster;
  return [
    "# From simulation to reality",
    "",
    "Written by `npm run docs` from the recordings under `tests/parity-episodes/`.",
    "",
    `The same task with the same repair by the expert was played in a namespace of a real cluster (Kubernetes ${cluster?.kubernetes}, ${cluster?.nodes} ${cluster?.nodes === 1 ? "node" : "nodes"}, every component played by the actor) and is played on a simulated one by each \`npm test\`. Both tell what they saw, and the table says which share of it both told: 1.00 is all of it. An aspect of which neither has anything to tell agrees.`,
    "",
    ...renderAgreements(agreements),
    "",
    "## What is compared",
    "",
    ...Object.entries(ASPECTS).map(([aspect, meaning]) => `- **${aspect}**: ${meaning}`),
    "- **first look**: what an agent is shown that comes two minutes after the symptoms: alerts with their ages and the newest event of each kind, equal to within 45 s, and the report that it is called by, in each of the four ways; – where it was not recorded",
    "- **rewards**: the reward's components, equal to within 0.1",
    "",
    "Symptoms are watched for two minutes; states of pods that were seen only once are left out. After each call the world has 45 s before the conditions are judged.",
    "",
    "## Differences",
    "",
    ...agreements.flatMap(differenceLines),
  ].join("\n");
};

/** Renders the table, one row per fault. */
export const renderAgreements = (agreements: readonly Agreement[]): readonly string[] => {
  const rows = [...Map.groupBy(agreements, ({ fault }) => fault)].map(([fault, cases]) => row(`\`${fault}\``, cases));
  return [
    `| fault | targets | ${COMPARED.join(" | ")} | score |`,
    `|---|---|${COMPARED.map(() => "---").join("|")}|---|`,
    ...rows,
    row("**all**", agreements),
  ];
};

const row = (title: string, cases: readonly Agreement[]): string => {
  const shares = COMPARED.map((aspect) => {
    const known = cases.flatMap((one) => one.shares[aspect] ?? []);
    return known.length === 0 ? "–" : meanOf(known).toFixed(2);
  });
  return `| ${title} | ${cases.length} | ${shares.join(" | ")} | **${meanOf(cases.map(({ score }) => score)).toFixed(2)}** |`;
};

const differenceLines = ({ fault, target, differences }: Agreement): readonly string[] => [
  `### ${fault} on ${target}`,
  "",
  ...(differences.length === 0 ? ["None."] : renderDifferences(fault, differences)),
  "",
];

/** Renders differences grouped by their reasons. */
const renderDifferences = (fault: string, differences: readonly string[]): readonly string[] =>
  [...Map.groupBy(differences, (line) => reasonFor(fault, line))].flatMap(([reason, lines]) => [
    ...lines.map((line) => `- ${line}`),
    `  *${reason === undefined ? "Not explained." : `${reason[0]?.toUpperCase()}${reason.slice(1)}.`}*`,
  ]);
