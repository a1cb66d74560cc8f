/** Measures how often kubectl alone does. */
import { openHost } from "#env/open/open-host.ts";
import { readOptions } from "../read-options.ts";
import { loadScripts } from "./episode-script.ts";
import { playScript } from "./play-script.ts";

const USAGE = `npm run honest:telemetry [-- --seeds N]

Plays every script of tests/honest/episodes over --seeds (3) seeds, each of which draws a form of the application, once with all
tools and once with those of the profile "kubectl". Without telemetry a step that asks it is left out, or replaced by what an
engineer with kubectl does instead; one who then lacks a name that a later step needs is at a loss. Prints the share of episodes
in which the fault is diagnosed and repaired, and the mean return, by file.
`;

const seeds = Number(readOptions(USAGE, { seeds: { type: "string", default: "3" } }).seeds);
const { host } = await openHost();

interface Tally {
  readonly episodes: number;
  readonly successes: number;
  readonly returns: number;
}

const NOTHING: Tally = { episodes: 0, successes: 0, returns: 0 };

const add = (a: Tally, b: Tally): Tally => ({
  episodes: a.episodes + b.episodes,
  successes: a.successes + b.successes,
  returns: a.returns + b.returns,
});

const cells = ({ episodes, successes, returns }: Tally): string =>
  `${((100 * successes) / episodes).toFixed(0).padStart(4)} %  ${(returns / episodes).toFixed(3)}`;

const print = (name: string, [all, alone]: readonly [Tally, Tally]): void => {
  process.stdout.write(`${name.padEnd(32)} ${`${all.episodes}`.padStart(8)}   ${cells(all)}      ${cells(alone)}\n`);
};

process.stdout.write(`${"".padEnd(32)} episodes   all tools        kubectl alone\n`);
let total: readonly [Tally, Tally] = [NOTHING, NOTHING];
for (const [file, scripts] of loadScripts()) {
  let [all, alone] = [NOTHING, NOTHING];
  for (const script of scripts) {
    for (let i = 0; i < seeds; i++) {
      const seed = `${Number(script.seed) + 1000 * i}`;
      for (const toolProfile of [undefined, "kubectl"] as const) {
        const played = await playScript(host, script, { seed, ...(toolProfile && { toolProfile }) });
        const tally = { episodes: 1, successes: played.success ? 1 : 0, returns: played.return };
        if (toolProfile === undefined) all = add(all, tally);
        else alone = add(alone, tally);
        if (toolProfile === undefined && !played.success)
          process.stderr.write(`${file}: ${script.name}, seed ${seed}: ${played.loss ?? "refused"}\n`);
      }
    }
  }
  print(file, [all, alone]);
  total = [add(total[0], all), add(total[1], alone)];
}
print("all", total);
