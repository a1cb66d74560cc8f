import type { EpisodeCommands } from "#viewer/protocol.ts";
import { toCommandLine } from "../output/command-line.ts";
import type { EpisodePlace } from "./index-runs.ts";

/** Command lines that go on with an episode elsewhere. */
export const commandsOf = ({ run, number, row: { task, seed } }: EpisodePlace): EpisodeCommands => ({
  "Play this incident yourself": toCommandLine(["play", "--task", task, "--seed", seed]),
  "Play its run again and compare": toCommandLine(["replay", run.folder]),
  "Draw it": toCommandLine(["plot", run.folder, "--episode", `${number}`, "--out", `episode-${number}.svg`]),
});
