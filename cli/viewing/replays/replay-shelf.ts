import type { ReplayProgress } from "#viewer/protocol.ts";
import type { Engine } from "../../engine/engine.ts";
import { explainError } from "../../errors/explain-error.ts";
import type { Trajectory } from "../../trajectories/trajectory.ts";
import { replayWithTracks, type WatchedReplay } from "./replay-with-tracks.ts";

/** A replay that is done, failed, or on its way. */
export type ReplayState =
  | { readonly kind: "done"; readonly replay: WatchedReplay }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "running"; readonly progress: ReplayProgress };

/** Replays that are made when they are asked for, one at a time, and kept. */
export interface ReplayShelf {
  /** Tells how a replay stands, and begins it the first time. @param read reads the trajectory when its turn has come */
  ask(key: string, read: () => Promise<Trajectory>): ReplayState;
}

/** Creates an empty shelf. @param open opens the engine, or returns it */
export const createReplayShelf = (open: () => Promise<Engine>): ReplayShelf => {
  const states = new Map<string, ReplayState>();
  const waiting: { readonly key: string; readonly read: () => Promise<Trajectory> }[] = [];
  let isBusy = false;
  const play = async (key: string, read: () => Promise<Trajectory>): Promise<ReplayState> => {
    try {
      const trajectory = await read();
      const tell = (step: number): void =>
        void states.set(key, { kind: "running", progress: { waiting: 0, step, steps: trajectory.steps.length } });
      tell(0);
      return { kind: "done", replay: await replayWithTracks(await open(), trajectory, tell) };
    } catch (cause) {
      return { kind: "failed", reason: explainError(cause)?.message ?? String(cause) };
    }
  };
  const work = async (): Promise<void> => {
    isBusy = true;
    // The newest first: who asked for an older one has left its page, as a rule.
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      states.set(next.key, { kind: "running", progress: { waiting: 0, step: 0, steps: 0 } });
      states.set(next.key, await play(next.key, next.read));
      forget(states);
    }
    isBusy = false;
  };
  return {
    ask: (key, read) => {
      const known = states.get(key);
      if (known !== undefined) return known;
      const place = waiting.findIndex((one) => one.key === key);
      if (place < 0) waiting.push({ key, read });
      if (!isBusy) void work();
      const now = states.get(key);
      return now ?? { kind: "running", progress: { waiting: place < 0 ? 1 : waiting.length - place, step: 0, steps: 0 } };
    },
  };
};

/** Forgets the oldest replays that are over. */
const forget = (states: Map<string, ReplayState>): void => {
  for (const [key, { kind }] of states) {
    if (states.size <= KEPT_MAX) return;
    if (kind !== "running") states.delete(key);
  }
};

/** Replays that are kept: some MB each, mostly objects that changed. */
const KEPT_MAX = 32;
