import { loadPolicies, planEpisode } from "#env/catalogue/load-policies.ts";
import { createEpisodeHost } from "#env/host/episode-host.ts";
import type { Action, TaskInfo } from "#env/host/episode-protocol.ts";
import { playEpisode } from "#env/host/play-episode.ts";
import { createIncidentCache } from "#env/loop/incident-cache.ts";
import { type OpenHost, openHost } from "#env/open/open-host.ts";
import { createMemoryRoom } from "#pool/memory/memory-room.ts";
import { repeat, round, summarize, timeLoop, WARM_UP_SPANS } from "./stats.ts";

/** Actions by the name under which their steps are reported. */
export const ACTION_KINDS: Readonly<Record<string, Action>> = {
  "kubectl get": tool("kubectl", { command: "kubectl get pods" }),
  "kubectl get -o yaml": tool("kubectl", { command: "kubectl get deployment frontend -o yaml" }),
  "kubectl describe": tool("kubectl", { command: "kubectl describe service frontend" }),
  "kubectl logs": tool("kubectl", { command: "kubectl logs deploy/frontend --tail=20" }),
  "kubectl label (write)": tool("kubectl", { command: "kubectl label deployment frontend reviewed=yes --overwrite" }),
  query_metrics: tool("query_metrics", { query: "sum by (pod) (rate(container_cpu_usage_seconds_total[2m]))" }),
  query_logs: tool("query_logs", { query: '{container!=""} |= "error"' }),
  get_traces: tool("get_traces", { service: "frontend", limit: 3 }),
  get_alerts: tool("get_alerts", {}),
  wait: { body: { kind: "wait", ms: 15_000 } },
};

function tool(name: string, args: Readonly<Record<string, unknown>>): Action {
  return { body: { kind: "tool", name, argumentsJson: JSON.stringify(args) } };
}

const VIEWS = [{ name: "text" }];
const STEPS_PER_EPISODE = 25;

/** A host, and the tasks to measure. */
export interface MeasuredHost extends OpenHost {
  readonly tasks: readonly TaskInfo[];
}

/** Opens a host to measure. @param app application whose tasks are played; missing: those of all */
export const openMeasured = async (app?: string): Promise<MeasuredHost> => {
  const open = await openHost();
  const tasks = open.catalogue
    .list({ splits: ["train", "eval", "holdout"] })
    .filter(({ tags }) => app === undefined || tags.includes(`app:${app}`));
  if (tasks.length === 0) throw new Error(`there is no application "${app}"`);
  return { ...open, tasks };
};

/** Measures the first reset and the first step of this process, whose code is not compiled yet. */
export const benchCold = async ({ host, tasks: [task] }: MeasuredHost) => {
  const beganMs = performance.now();
  await host.reset({ episodeId: "cold", taskUri: task!.uri, seed: "1", limits: {}, views: VIEWS });
  const resetMs = performance.now();
  await host.step({ episodeId: "cold", stepIndex: 0, actions: [ACTION_KINDS["kubectl get"]!] });
  const stepMs = performance.now();
  await host.close({ episodeId: "cold" });
  return { reset_ms: round(resetMs - beganMs), step_ms: round(stepMs - resetMs) };
};

/** Measures resets of which nothing is kept: fork, injection, run to the visible symptom and beyond, first observation. */
export const benchResets = async ({ library, catalogue, backend, tasks }: MeasuredHost, count: number) => {
  const host = createEpisodeHost({
    library,
    catalogue,
    incidents: createIncidentCache({ backend, noise: library.noise, decoys: library.decoys }, { room: createMemoryRoom(1) }),
  });
  const samples: number[] = [];
  let cpuMs = 0;
  for (let i = 0; i < count + WARM_RESETS; i++) {
    const { uri } = tasks[(i * 7) % tasks.length]!;
    const cpuBefore = process.cpuUsage();
    const beganMs = performance.now();
    await host.reset({ episodeId: `reset-${i}`, taskUri: uri, seed: String(1_000 + i), limits: {}, views: VIEWS });
    // The first ones boot baselines, and have the code compiled.
    if (i >= WARM_RESETS) {
      samples.push(performance.now() - beganMs);
      const { user, system } = process.cpuUsage(cpuBefore);
      cpuMs += (user + system) / 1000 / count;
    }
    await host.close({ episodeId: `reset-${i}` });
  }
  return { cpu_ms: round(cpuMs), ...summarize(samples) };
};

const WARM_RESETS = 100;

/** Measures resets of kept incidents, as trainers have them who play the same tasks again. */
export const benchKeptResets = async ({ host, tasks }: MeasuredHost, count: number) => {
  const samples: number[] = [];
  for (let i = 0; i < 2 * count; i++) {
    const { uri } = tasks[i % KEPT_TASKS]!;
    const episodeId = `kept-${i}`;
    const beganMs = performance.now();
    await host.reset({ episodeId, taskUri: uri, seed: String(i % (KEPT_TASKS * KEPT_SEEDS)), limits: {}, views: VIEWS });
    // The first half makes what is kept.
    if (i >= count) samples.push(performance.now() - beganMs);
    await host.close({ episodeId });
  }
  return { ...summarize(samples) };
};

const KEPT_TASKS = 8;
const KEPT_SEEDS = 6;

/** Measures steps of one kind as a trainer sees them: action, grading, reward and observation. */
export const benchStepsOf = async (open: MeasuredHost, actions: readonly Action[], spanMs: number, repeats: number) => {
  const player = createPlayer(open, actions);
  await timeLoop(WARM_UP_SPANS * spanMs, player.step, player.prepare);
  return await repeat(repeats, () => timeLoop(spanMs, player.step, player.prepare));
};

/** Measures whole episodes of the expert: reset, steps, settling, hold, trials, every component, close. */
export const benchEpisodes = async (open: MeasuredHost, spanMs: number, repeats: number) => {
  const expert = (await loadPolicies()).find(({ id }) => id === "answer-key")!;
  let episode = 0;
  const play = async (): Promise<undefined> => {
    const { uri } = open.tasks[(episode++ * 7) % open.tasks.length]!;
    const calls = await planEpisode(open, uri, String(episode), expert);
    await playEpisode(open.host, { episodeId: `whole-${episode}`, taskUri: uri, seed: String(episode), limits: {}, views: VIEWS }, calls);
    return undefined;
  };
  await timeLoop(WARM_UP_SPANS * spanMs, play);
  return await repeat(repeats, () => timeLoop(spanMs, play));
};

const createPlayer = ({ host, tasks }: MeasuredHost, actions: readonly Action[]) => {
  let episode = 0;
  let stepIndex = STEPS_PER_EPISODE;
  return {
    prepare: async (): Promise<void> => {
      if (stepIndex === STEPS_PER_EPISODE) {
        await host.close({ episodeId: `steps-${episode}` });
        episode++;
        stepIndex = 0;
        await host.reset({
          episodeId: `steps-${episode}`,
          taskUri: tasks[(episode * 5) % tasks.length]!.uri,
          seed: "7",
          limits: {},
          views: VIEWS,
        });
      }
    },
    step: async (i: number): Promise<undefined> => {
      await host.step({ episodeId: `steps-${episode}`, stepIndex: stepIndex++, actions: [actions[i % actions.length]!] });
      return undefined;
    },
  };
};

/** Measures the heap of one more idle episode beyond what all share, bytes; needs `--expose-gc`. */
export const benchMemory = async ({ host, tasks }: MeasuredHost, count: number) => {
  const start = (i: number) =>
    host.reset({ episodeId: `memory-${i}`, taskUri: tasks[i % tasks.length]!.uri, seed: String(i), limits: {}, views: VIEWS });
  await start(0);
  const before = heapBytes();
  for (let i = 1; i <= count; i++) await start(i);
  const after = heapBytes();
  for (let i = 0; i <= count; i++) await host.close({ episodeId: `memory-${i}` });
  return { episodes: count, kib_per_episode: Math.round((after - before) / count / 1024) };
};

const heapBytes = (): number => {
  (globalThis as { gc?: () => void }).gc?.();
  return process.memoryUsage().heapUsed;
};
