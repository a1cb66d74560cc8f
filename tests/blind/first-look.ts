/** Measures what the first observation of an episode gives away. */
import { openHost } from "#env/open/open-host.ts";
import { readOptions } from "../read-options.ts";
import { classifyFirstLooks } from "./classify-first-looks.ts";
import { drawFirstLooks, type FirstLookSample } from "./draw-first-looks.ts";

const USAGE = `npm run blind:first-look [-- --healthy N] [--faulty N] [--seed N] [--print]

Resets --healthy (120) episodes in which nothing is wrong and --faulty (180) others as a server draws them (--seed: 0), and prints
how many begin without a firing alert, how well a classifier of the words tells the ones from the others, and how well one names the
culprit. --print writes each observation too.
`;

const options = readOptions(USAGE, {
  healthy: { type: "string", default: "120" },
  faulty: { type: "string", default: "180" },
  seed: { type: "string", default: "0" },
  print: { type: "boolean", default: false },
});

/** Share of healthy episodes among those that a server draws. */
const HEALTHY_SHARE = 0.1;

const open = await openHost();
const samples: FirstLookSample[] = [];
const request = { healthy: Number(options.healthy), faulty: Number(options.faulty), seed: Number(options.seed) };
for await (const sample of drawFirstLooks(open, request)) {
  samples.push(sample);
  if (options.print) process.stdout.write(`== ${sample.task}\n${sample.text}\n`);
}

const { healthy, faulty, silentHealthy, silentFaulty, auc, aucOfReport, culprit } = classifyFirstLooks(samples);
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const silent = HEALTHY_SHARE * silentHealthy + (1 - HEALTHY_SHARE) * silentFaulty;
process.stdout.write(
  [
    `${healthy} healthy and ${faulty} faulty episodes`,
    `no alert fires at the start: ${percent(silentHealthy)} of the healthy, ${percent(silentFaulty)} of the faulty`,
    `P(healthy | no alert fires), of ${percent(HEALTHY_SHARE)} in all: ${((HEALTHY_SHARE * silentHealthy) / silent).toFixed(2)}`,
    `healthy against faulty: AUC ${auc.toFixed(3)} by all words, ${aucOfReport.toFixed(3)} by those of the report`,
    ...Object.entries(culprit).map(
      ([name, { incidents, top1, chance }]) =>
        `culprit among components, ${name}: ${incidents} incidents, top-1 ${percent(top1)}, chance ${percent(chance)}, ratio ${(top1 / chance).toFixed(1)}`,
    ),
    "",
  ].join("\n"),
);
