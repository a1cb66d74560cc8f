import { digestJson } from "#core/digest.ts";
import { createRng } from "#core/rng.ts";
import { loadPolicies, planEpisode } from "#env/catalogue/load-policies.ts";
import type { StepOutcome } from "#env/host/episode-protocol.ts";
import { actionOf } from "#env/host/play-episode.ts";
import { type HostOptions, type OpenHost, openHost } from "#env/open/open-host.ts";

/** Plays seeded episodes of a policy over all splits. @returns one digest each, of every observation and reward */
export const playMany = async (first: number, count: number, ways: Ways, policyName = "random"): Promise<readonly string[]> => {
  const open = await openHost(ways.kept);
  const policy = (await loadPolicies()).find(({ id }) => id === policyName);
  if (policy === undefined) throw new Error(`there is no policy ${policyName}`);
  const tasks = open.catalogue.list({ splits: ["train", "eval", "holdout"] });
  const ofApps = [...Map.groupBy(tasks, ({ uri }) => uri.slice(0, uri.indexOf("/", APP_AT))).values()];
  const digests: string[] = [];
  for (let i = first; i < first + count; i++) {
    const { uri } = createRng(`${i}`).pick(ofApps[i % ofApps.length] ?? []);
    digests.push(await playOne(open, uri, `${i}`, await planEpisode(open, uri, `${i}`, policy), ways));
  }
  return digests;
};

/** Place in a task's URI at which its application's name begins. */
const APP_AT = "kubedrill://".length;

/** Activities beside an episode that must not affect it. */
export interface Ways {
  readonly forkInTheMiddle: boolean;
  /** True: every other episode is in a group: one member does the same a step ahead, another only reads. */
  readonly inCompany: boolean;
  /** Memories of booted worlds and of incidents; missing: the user's worlds, and no incidents. */
  readonly kept?: Pick<HostOptions, "worlds" | "keptIncidents">;
}

const playOne = async (
  { host }: OpenHost,
  taskUri: string,
  seed: string,
  calls: Awaited<ReturnType<typeof planEpisode>>,
  { forkInTheMiddle, inCompany }: Ways,
): Promise<string> => {
  let episodeId = `parent-${seed}`;
  const others = inCompany && Number(seed) % 2 === 0 ? [`ahead-${seed}`, `onlooker-${seed}`] : [];
  for (const other of others) await host.reset({ episodeId: other, taskUri, seed, limits: {}, views: [{ name: "text" }] });
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
    for (const other of others) {
      const actions = [actionOf(other.startsWith("ahead") ? call : LOOK)];
      await host.step({ episodeId: other, stepIndex, actions });
    }
    const outcome: StepOutcome = await host.step({ episodeId, stepIndex, actions: [actionOf(call)] });
    seen.push(outcome);
    if (outcome.ending !== undefined) break;
  }
  seen.push(await host.reward({ episodeId, finalize: true, explain: false }));
  for (const id of [episodeId, ...others]) await host.close({ episodeId: id });
  return digestJson(seen);
};

const LOOK = { name: "kubectl", arguments: { command: "kubectl get pods" } };

if (process.argv[1]?.endsWith("play-many.ts") === true) {
  const [first = "0", count = "10", policy = "random"] = process.argv.slice(2);
  console.log(JSON.stringify(await playMany(Number(first), Number(count), { forkInTheMiddle: false, inCompany: false }, policy)));
}
