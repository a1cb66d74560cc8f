import type { Engine, EpisodeOrder } from "../engine/engine.ts";
import type { EpisodeRecording } from "../trajectories/record-episode.ts";
import type { Place } from "./open-place.ts";

/** Player of the episodes of an evaluation: an engine, or programs on a server. */
export type Player = Pick<Engine, "parallel" | "play" | "provenance" | "close">;

/** Makes a player of a place and of what plays an episode there. */
export const playerOf = (
  place: Place,
  parallel: number,
  play: (order: EpisodeOrder, signal: AbortSignal) => Promise<EpisodeRecording>,
): Player => {
  const playing = new Set<Promise<EpisodeRecording>>();
  return {
    parallel,
    provenance: place.provenance,
    play: (order, signal = NEVER) => {
      const recording = play(order, signal);
      playing.add(recording);
      void recording.catch(() => undefined).then(() => playing.delete(recording));
      return recording;
    },
    close: async () => {
      await Promise.allSettled(playing); // those that were stopped close their episodes
      await place.close();
    },
  };
};

const NEVER = new AbortController().signal;
