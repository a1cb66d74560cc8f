import type { Action, EpisodeHost } from "#env/host/episode-protocol.ts";
import type { HostileAction } from "./hostile-action.ts";

/** Outcome of an episode with a hostile action. */
export interface HostileOutcome {
  readonly tookMs: number;
  /** True if it ended with a score. */
  readonly isScored: boolean;
  readonly says: string;
}

/** Plays a hostile action, its waits and the grading at the end. */
export const playHostile = async (
  host: EpisodeHost,
  { id, uri }: { readonly id: string; readonly uri: string },
  { tool, arguments: given, waits }: HostileAction,
): Promise<HostileOutcome> => {
  const beganMs = performance.now();
  const actions: readonly Action[] = [
    { body: { kind: "tool", name: tool, argumentsJson: JSON.stringify(given) } },
    ...waits.map((seconds): Action => ({ body: { kind: "wait", ms: seconds * 1000 } })),
  ];
  let says = "";
  try {
    await host.reset({ episodeId: id, taskUri: uri, seed: "7", views: [], limits: {} } as Parameters<EpisodeHost["reset"]>[0]);
    for (const [stepIndex, action] of actions.entries()) {
      const stepMs = performance.now();
      const { results, ending } = await host.step({ episodeId: id, stepIndex, actions: [action] });
      const [result] = results;
      says += `${result?.status} ${result?.errorCode ?? ""} ${Math.round(performance.now() - stepMs)} ms ${JSON.stringify(result?.content.slice(0, 60))}; `;
      if (ending !== undefined) break;
    }
    const { ending, report } = await host.reward({ episodeId: id, finalize: true, explain: false });
    return { tookMs: performance.now() - beganMs, isScored: report.reward !== undefined, says: `${says}${ending?.endReason}` };
  } catch (cause) {
    return { tookMs: performance.now() - beganMs, isScored: false, says: `${says}${cause}` };
  } finally {
    await host.close({ episodeId: id }).catch(() => undefined);
  }
};

/** Another episode of the same thread, which steps on all the time. */
export interface Bystander {
  warmUp(): Promise<void>;
  /** The longest wait since the last call, ms; of the step that is under way, too. */
  worstMs(): number;
  /** Stops it, and returns what each step took, ms. */
  stop(): Promise<number[]>;
}

/** Creates a bystander, whose steps are cheap. */
export const createBystander = (host: EpisodeHost, uri: string): Bystander => {
  const waits: number[] = [];
  let worst = 0;
  let stepSinceMs: number | undefined;
  let isStopped = false;
  let episodes = 0;
  const play = async (steps: number): Promise<void> => {
    const episodeId = `bystander-${episodes++}`;
    await host.reset({ episodeId, taskUri: uri, seed: "8", views: [], limits: {} } as Parameters<EpisodeHost["reset"]>[0]);
    for (let stepIndex = 0; stepIndex < steps && !isStopped; stepIndex++) {
      stepSinceMs = performance.now();
      await host.step({ episodeId, stepIndex, actions: [{ body: { kind: "tool", name: "kubectl", argumentsJson: GET } }] });
      const tookMs = performance.now() - stepSinceMs;
      stepSinceMs = undefined;
      waits.push(tookMs);
      worst = Math.max(worst, tookMs);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    await host.close({ episodeId });
  };
  const noteWait = async (): Promise<void> => {
    if (stepSinceMs !== undefined) waits.push(performance.now() - stepSinceMs);
    worst = Math.max(worst, waits.at(-1) ?? 0);
    stepSinceMs = undefined;
    await new Promise((resolve) => setTimeout(resolve, RESTART_MS));
  };
  let running: Promise<void> | undefined;
  const playOn = async (): Promise<void> => {
    // One whose thread died begins anew; what it waited for counts.
    while (!isStopped) await play(STEPS).catch(noteWait);
  };
  return {
    warmUp: async () => {
      await play(STEPS);
      waits.length = 0;
      worst = 0;
      running = playOn();
    },
    worstMs: () => {
      const now = Math.max(worst, stepSinceMs === undefined ? 0 : performance.now() - stepSinceMs);
      worst = 0;
      return now;
    },
    stop: async () => {
      isStopped = true;
      await running;
      return waits;
    },
  };
};

const GET = JSON.stringify({ command: "kubectl get pods" });
const STEPS = 30;
const PAUSE_MS = 5;
const RESTART_MS = 200;
