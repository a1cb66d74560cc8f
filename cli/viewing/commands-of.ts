import type { EpisodeCommands } from "#viewer/protocol.ts";
import { toCommandLine } from "../output/command-line.ts";
import type { EpisodePlace } from "./index-runs.ts";

/** Command lines that go on with an episode elsewhere. @param moment number of steps after which a person may take over */
export const commandsOf = ({ run, number, row: { task, seed } }: EpisodePlace, moment: number): EpisodeCommands => ({
  "Play this incident yourself": toCommandLine(["play", "--task", task, "--seed", seed]),
  "Play on from here yourself": toCommandLine(["play", "--from", run.folder, "--episode", `${number}`, "--steps", `${moment}`]),
  "Play it again and compare": toCommandLine(["replay", run.folder, "--episode", `${number}`]),
  "Draw it": toCommandLine(["plot", run.folder, "--episode", `${number}`, "--out", `episode-${number}.svg`]),
});
