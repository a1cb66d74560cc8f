import { digestJson } from "#core/digest.ts";
import { createRng } from "#core/rng.ts";
import type { StepOutcome } from "#env/episode-protocol.ts";
import { loadPolicies, planEpisode } from "#env/load-policies.ts";
import { type OpenHost, openHost } from "#env/open-host.ts";
import { actionOf } from "#env/play-episode.ts";

/** Plays seeded episodes of the random policy over all splits and gives one digest each, of every observation and reward. */
export const playMany = async (
  first: number,
  count: number,
  options: { readonly forkInTheMiddle: boolean },
): Promise<readonly string[]> => {
  const open = await openHost();
  const random = (await loadPolicies()).find(({ id }) => id === "random");
  if (random === undefined) throw new Error("the random policy is missing");
  const tasks = open.catalogue.list({ splits: ["train", "eval", "holdout"] });
  const digests: string[] = [];
  for (let i = first; i < first + count; i++) {
    const { uri } = createRng(`${i}`).pick(tasks);
    digests.push(await playOne(open, uri, `${i}`, await planEpisode(open, uri, `${i}`, random), options.forkInTheMiddle));
  }
  return digests;
};

const playOne = async (
  { host }: OpenHost,
  taskUri: string,
  seed: string,
  calls: Awaited<ReturnType<typeof planEpisode>>,
  forkInTheMiddle: boolean,
): Promise<string> => {
  let episodeId = `parent-${seed}`;
  const { observation, stateDigest } = await host.reset({
    episodeId,
    taskUri,
    seed,
    limits: {},
    views: [{ name: "text" }, { name: "alerts" }],
  });
  const seen: unknown[] = [observation, stateDigest];
  for (const [stepIndex, call] of calls.entries()) {
    if (forkInTheMiddle && stepIndex === Math.floor(calls.length / 2)) {
      await host.fork({ episodeId, childEpisodeIds: [`child-${seed}`] });
      await host.close({ episodeId });
      episodeId = `child-${seed}`;
    }
    const outcome: StepOutcome = await host.step({ episodeId, stepIndex, actions: [actionOf(call)] });
    seen.push(outcome);
    if (outcome.ending !== undefined) break;
  }
  seen.push(await host.reward({ episodeId, finalize: true, explain: false }));
  await host.close({ episodeId });
  return digestJson(seen);
};

if (process.argv[1]?.endsWith("play-many.ts") === true) {
  const [first = "0", count = "10"] = process.argv.slice(2);
  console.log(JSON.stringify(await playMany(Number(first), Number(count), { forkInTheMiddle: false })));
}
