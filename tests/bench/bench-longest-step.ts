import { DrillError } from "#core/drill-error.ts";
import { createRng } from "#core/rng.ts";
import { loadPolicies, planEpisode } from "#env/catalogue/load-policies.ts";
import { chosenAction } from "#env/host/play-episode.ts";
import type { PlannedCall, Policy } from "#problems/policy.ts";
import type { MeasuredHost } from "./bench-in-process.ts";
import { round, summarize } from "./stats.ts";

/**
 * Measures each step of episodes of all applications by turns, whose policies look, repair, do harm and wait: CPU time of this process, ms,
 * apart for the steps on which an episode goes on and for those that end it, which grade it. Others of the thread wait for as long.
 */
export const benchLongestStep = async (open: MeasuredHost, episodes: number) => {
  const policies = (await loadPolicies()).filter(({ id }) => PLAYED.includes(id));
  const lists = Map.groupBy(open.tasks, ({ tags }) => tags.find((tag) => tag.startsWith("app:")));
  const orders = [...lists].map(([app, tasks]) => createRng("longest step").stream(`${app}`).shuffle(tasks));
  const going: number[] = [];
  const ending: number[] = [];
  let longest = { ms: 0, step: "" };
  let played = 0;
  for (let i = 0; i < episodes; i++) {
    const task = orders[i % orders.length]?.[Math.floor(i / orders.length)];
    const policy = policies[Math.floor(i / orders.length) % policies.length] as Policy;
    if (task === undefined) continue;
    const onStep = (ms: number, hasEnded: boolean, step: string): void => {
      (hasEnded ? ending : going).push(ms);
      if (!hasEnded && ms > longest.ms) longest = { ms, step: `${step} of ${task.uri}` };
    };
    try {
      await playTimed(open, { uri: task.uri, seed: `${i}`, policy }, onStep);
      played += 1;
    } catch (cause) {
      // Faults that do not take with what was drawn are no matter of steps.
      if (!(cause instanceof DrillError) || cause.code !== "INJECTION_FAILED") throw cause;
    }
  }
  return {
    episodes: played,
    longest_ms: round(longest.ms),
    longest: longest.step,
    going_on: summarize(going),
    ending: { ...summarize(ending), longest: round(Math.max(...ending)) },
  };
};

/** Policies whose episodes are measured. */
const PLAYED: readonly string[] = ["answer-key", "random", "undo-newest", "delete-workload", "restart-everything"];

interface Play {
  readonly uri: string;
  readonly seed: string;
  readonly policy: Policy;
}

const playTimed = async (
  open: MeasuredHost,
  { uri, seed, policy }: Play,
  onStep: (ms: number, hasEnded: boolean, step: string) => void,
) => {
  const planned = await planEpisode(open, uri, seed, policy);
  const calls: readonly PlannedCall[] = [LOOK, WAIT, ...planned.slice(0, -1), WAIT, LOOK, ...planned.slice(-1)];
  const episodeId = `longest-${seed}`;
  await open.host.reset({ episodeId, taskUri: uri, seed, limits: {}, views: [{ name: "text" }] });
  for (const [stepIndex, call] of calls.entries()) {
    const before = process.cpuUsage();
    const { ending } = await open.host.step({ episodeId, stepIndex, actions: [chosenAction(call, undefined)] });
    const { user, system } = process.cpuUsage(before);
    onStep((user + system) / 1_000, ending !== undefined, JSON.stringify(call).slice(0, 100));
    if (ending !== undefined) break;
  }
  await open.host.close({ episodeId });
};

const LOOK: PlannedCall = { name: "kubectl", arguments: { command: "kubectl get pods" } };
const WAIT: PlannedCall = { name: "wait", arguments: { seconds: 60 } };
