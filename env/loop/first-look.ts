import { keepFor } from "#core/keep-for.ts";
import { keepUpTo } from "#core/keep-up-to.ts";
import type { Slot } from "#pool/backend.ts";
import type { Library } from "../catalogue/library.ts";
import type { Observation } from "../host/episode-protocol.ts";
import { type Episode, stepsLeft } from "./episode.ts";
import { renderObservation } from "./render-observation.ts";

/** First observation of an episode, before any step. */
export interface FirstLook {
  readonly observation: Observation;
  readonly stateDigest: string;
}

/**
 * Renders an episode's first observation: on the incident's own world, so that its other episodes inherit what was derived for
 * it, and once for all of those that ask for the same.
 */
export const firstLook = async (episode: Episode, library: Library): Promise<FirstLook> => {
  const { slot } = episode.incident;
  if (slot.fork === undefined) return await look(episode, library);
  return await looksAt(slot)(requestOf(episode), () => look({ ...episode, slot }, library));
};

const look = async (episode: Episode, library: Library): Promise<FirstLook> => ({
  observation: await renderObservation(episode, episode.views, library),
  stateDigest: await episode.slot.digest(),
});

/** Looks at an incident's world, which never changes. */
const looksAt = keepFor((_slot: Slot) => keepUpTo<string, Promise<FirstLook>>(LOOKS_MAX));

/** Maximum number of different looks at an incident that are kept. */
const LOOKS_MAX = 4;

/** All that an observation depends on beside the incident. */
const requestOf = (episode: Episode): string => {
  const { views, limits, task } = episode;
  return JSON.stringify([views, stepsLeft(episode), limits.maxVirtualMs, limits.maxObservationBytes, task.instruction]);
};
