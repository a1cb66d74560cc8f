import { openHost } from "#env/open/open-host.ts";
import { CASES, type EpisodeCase } from "./cases.ts";
import { type Agreement, compareAccounts } from "./compare-accounts.ts";
import { playCase } from "./play-case.ts";
import { readRecording } from "./recordings.ts";

/** Plays every recorded case on a simulated cluster, and compares it with its recording. */
export const compareCases = async (wanted: (one: EpisodeCase) => boolean = () => true): Promise<readonly Agreement[]> => {
  const world = await openHost({ variant: "standard", hasPast: false });
  const agreements: Agreement[] = [];
  for (const one of CASES.filter(wanted)) {
    const recording = readRecording(one);
    if (recording !== undefined) agreements.push(compareAccounts(recording.account, await playCase(world, one)));
  }
  return agreements;
};
