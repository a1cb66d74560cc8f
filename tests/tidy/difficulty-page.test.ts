import { factsIn, MEASURED } from "#env/catalogue/difficulty/known-facts.ts";
import { difficultyOf, scoreOf } from "#problems/difficulty/difficulty-of.ts";
import { testDocument } from "./generated-document.ts";

const LEVELS = [1, 2, 3, 4, 5] as const;

/** Renders the formula of difficulties, and what was measured of each fault. */
const renderPage = (): string => {
  const measured = Object.entries(MEASURED).flatMap(([key, rows]) => {
    const [app = "", fault = ""] = key.split("/");
    return Object.values(rows).map((row) => {
      const facts = factsIn(fault, row);
      return { app, fault, facts, level: difficultyOf(facts) };
    });
  });
  const faults = [...Map.groupBy(measured, ({ fault }) => fault)].sort(([a], [b]) => (a < b ? -1 : 1));
  const mean = (values: readonly number[]): string => (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(1);
  const apps = [...Map.groupBy(measured, ({ app }) => app)].sort(([a], [b]) => (a < b ? -1 : 1));
  const count = (of: readonly { readonly level: number }[]): string =>
    LEVELS.map((level) => of.filter((one) => one.level === level).length || "").join(" | ");
  return [
    "# Difficulty",
    "",
    `Written by \`npm run docs\` from ${measured.length} pairs that \`npm run difficulty\` has measured. Each is injected alone in the published form of its application; four`,
    "minutes later what stands out beside a calm world is read, and the expert goes from there to the repair. A pair that was not measured has",
    "the medians of its fault's other targets. `kubedrill tasks --difficulty 4..5` lists the hard ones, a weight on the tag `difficulty:4` draws more",
    "of them, and reports of `kubedrill eval` have a row for each level.",
    "",
    "| measure | points |",
    "|---|---|",
    "| calls between a component that an alert names (without one: in which anything stands out) and the one at fault | one each, 3 at most |",
    "| components in which something stands out | 1 from three on, 2 from six on |",
    "| share of what stands out at the component at fault that `kubectl` does not show | 1 from .60 on, 2 from .99 on |",
    "| the expert's steps, and the characters that it reads | 1 from 15 steps on, 2 from 21 on; 1 beyond 60,000 characters; 2 at most |",
    "| neither undoing or restarting a roll-out nor deleting pods repairs it | 1 |",
    "| rules on specifications, which look at no symptom, name it at once in at least half of its episodes | 3 less |",
    "",
    "Level 1 has no points, 2 has one, 3 has two or three, 4 has four or five, 5 has more. Several faults at once are one level above the hardest of them;",
    "nothing wrong is level 2.",
    "",
    "| application | 1 | 2 | 3 | 4 | 5 |",
    "|---|---:|---:|---:|---:|---:|",
    ...apps.map(([app, of]) => `| ${app} | ${count(of)} |`),
    `| **all** | ${count(measured)} |`,
    "",
    "Means over the pairs of a fault that were measured, and the number of them on each level:",
    "",
    "| fault | distance | components | only telemetry | steps | read, characters | points | 1 | 2 | 3 | 4 | 5 |",
    "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
    ...faults.map(([fault, of]) => {
      const facts = of.map((one) => one.facts);
      const cells = [
        mean(facts.map(({ distance }) => distance)),
        mean(facts.map(({ symptomatic }) => symptomatic)),
        `${Math.round(100 * Number(facts.reduce((sum, { telemetryShare }) => sum + telemetryShare, 0) / facts.length))} %`,
        mean(facts.map(({ steps }) => steps)),
        `${Math.round(facts.reduce((sum, { read }) => sum + read, 0) / facts.length)}`,
        mean(facts.map(scoreOf)),
      ];
      return `| [\`${fault}\`](faults.md#${fault}) | ${cells.join(" | ")} | ${count(of)} |`;
    }),
    "",
  ].join("\n");
};

testDocument("docs/reference/difficulty.md", renderPage);
