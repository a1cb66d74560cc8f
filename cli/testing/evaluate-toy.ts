/** Program of tests that evaluates the policy `no-op` on a suite whose world is a counter, into the folder that it is given. */
import { digestText } from "#core/digest.ts";
import type { Player } from "../agents/player-of.ts";
import { commandOf } from "../engine/open-engine.ts";
import { readMeasured } from "../evaluations/eval-folder.ts";
import { settingsOf } from "../evaluations/eval-plan.ts";
import { evaluate } from "../evaluations/evaluate.ts";
import { writeReport } from "../evaluations/write-report.ts";
import { createOutput } from "../output/output.ts";
import { recordEpisode } from "../trajectories/record-episode.ts";
import { createToyHost } from "./toy-host.ts";

const SUITE = {
  name: "toy",
  title: "Counting",
  about: "Tasks that count.",
  waiting: [],
  episodes: Array.from({ length: 40 }, (_, i) => ({ task: `kubedrill://toy/count?target=deployment/d${i % 7}`, seed: `${i}` })),
};
const CHOICE = { policy: "no-op", agentTimeout: 1, repeats: 2 };

const toy = createToyHost();
const player: Player = {
  parallel: 4,
  provenance: {
    server_version: "0.0.0",
    build_digest: digestText("toy"),
    runtime: "node",
    catalogue_digest: "c",
    backend: "sim",
    determinism: "EXACT",
  },
  play: async (order) => {
    const { host, recording } = recordEpisode(toy);
    const { episodeId } = order;
    await host.reset(commandOf(order));
    for (let stepIndex = 0; stepIndex < Number(order.seed) % 5; stepIndex++) {
      const body = { kind: "tool" as const, name: "kubectl", argumentsJson: "x".repeat(1_000 * stepIndex) };
      await host.step({ episodeId, stepIndex, actions: [{ body }] });
    }
    await host.reward({ episodeId, finalize: true, explain: true });
    return { ...recording()!, wallMs: performance.now() };
  },
  close: async () => undefined,
};

const [folder = "."] = process.argv.slice(2);
const report = {
  agent: "no-op",
  ...(await evaluate(player, { suite: SUITE, choice: CHOICE, settings: settingsOf(SUITE, CHOICE), folder }, createOutput(true))),
};
await writeReport(folder, { report, suite: SUITE, measured: readMeasured(folder), folder, prices: {} });
