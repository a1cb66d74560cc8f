import type { Action, EpisodeHost } from "#env/host/episode-protocol.ts";
import type { HostileAction } from "./hostile-action.ts";

/** Outcome of an episode with a hostile action. */
export interface HostileOutcome {
  readonly took: Wait;
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
  const took = startWatch();
  const actions: readonly Action[] = [
    { body: { kind: "tool", name: tool, argumentsJson: JSON.stringify(given) } },
    ...waits.map((seconds): Action => ({ body: { kind: "wait", ms: seconds * 1000 } })),
  ];
  let says = "";
  try {
    await host.reset({ episodeId: id, taskUri: uri, seed: "7", views: [], limits: {} } as Parameters<EpisodeHost["reset"]>[0]);
    for (const [stepIndex, action] of actions.entries()) {
      const stepTook = startWatch();
      const { results, ending } = await host.step({ episodeId: id, stepIndex, actions: [action] });
      const [result] = results;
      says += `${result?.status} ${result?.errorCode ?? ""} ${Math.round(stepTook().workedMs)} ms ${JSON.stringify(result?.content.slice(0, 60))}; `;
      if (ending !== undefined) break;
    }
    const { ending, report } = await host.reward({ episodeId: id, finalize: true, explain: false });
    return { took: took(), isScored: report.reward !== undefined, says: `${says}${ending?.endReason}` };
  } catch (cause) {
    return { took: took(), isScored: false, says: `${says}${cause}` };
  } finally {
    await host.close({ episodeId: id }).catch(() => undefined);
  }
};

/** Another episode of the same thread, which steps on all the time. */
export interface Bystander {
  warmUp(): Promise<void>;
  /** The longest wait since the last call, of the step that is under way, too. */
  worst(): Wait;
  /** Stops it, and returns what each step took. */
  stop(): Promise<Wait[]>;
}

/** Time that a step took: by the clock, and what this process worked of it, which other programs of the machine do not lengthen; ms. */
export interface Wait {
  readonly wallMs: number;
  readonly workedMs: number;
}

/** Creates a bystander, whose steps are cheap. */
export const createBystander = (host: EpisodeHost, uri: string): Bystander => {
  const waits: Wait[] = [];
  let worst = NO_WAIT;
  let waited: (() => Wait) | undefined;
  let isStopped = false;
  let episodes = 0;
  const note = (wait: Wait): void => {
    waits.push(wait);
    worst = longer(worst, wait);
    waited = undefined;
  };
  const play = async (steps: number): Promise<void> => {
    const episodeId = `bystander-${episodes++}`;
    await host.reset({ episodeId, taskUri: uri, seed: "8", views: [], limits: {} } as Parameters<EpisodeHost["reset"]>[0]);
    for (let stepIndex = 0; stepIndex < steps && !isStopped; stepIndex++) {
      waited = startWatch();
      await host.step({ episodeId, stepIndex, actions: [{ body: { kind: "tool", name: "kubectl", argumentsJson: GET } }] });
      note(waited());
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    await host.close({ episodeId });
  };
  const noteFailure = async (): Promise<void> => {
    if (waited !== undefined) note(waited());
    await new Promise((resolve) => setTimeout(resolve, RESTART_MS));
  };
  let running: Promise<void> | undefined;
  const playOn = async (): Promise<void> => {
    // One whose thread died begins anew; what it waited for counts.
    while (!isStopped) await play(STEPS).catch(noteFailure);
  };
  return {
    warmUp: async () => {
      await play(STEPS);
      waits.length = 0;
      worst = NO_WAIT;
      running = playOn();
    },
    worst: () => {
      const now = longer(worst, waited?.() ?? NO_WAIT);
      worst = NO_WAIT;
      return now;
    },
    stop: async () => {
      isStopped = true;
      await running;
      return waits;
    },
  };
};

/** Starts a watch, and returns a function that reads it. */
export const startWatch = (): (() => Wait) => {
  const beganMs = performance.now();
  const before = process.cpuUsage();
  return () => {
    const wallMs = performance.now() - beganMs;
    const { user, system } = process.cpuUsage(before);
    // Helpers of the runtime work beside the thread, so that the sum can be more than the clock.
    return { wallMs, workedMs: Math.min(wallMs, (user + system) / 1_000) };
  };
};

const NO_WAIT: Wait = { wallMs: 0, workedMs: 0 };

const longer = (a: Wait, b: Wait): Wait => (b.workedMs > a.workedMs ? b : a);

const GET = JSON.stringify({ command: "kubectl get pods" });
const STEPS = 30;
const PAUSE_MS = 5;
const RESTART_MS = 200;
