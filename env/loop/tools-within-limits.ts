import type { EpisodeLimits, ToolSpec } from "../host/episode-protocol.ts";
import { answerBytes } from "../observations/observation-sizes.ts";

/** Describes tools with the sizes that their answers have under an episode's limits; several answers of one step share that size. */
export const toolsWithinLimits = (specs: readonly ToolSpec[], { maxObservationBytes }: EpisodeLimits): readonly ToolSpec[] =>
  specs.map((spec) => ({ ...spec, contentMaxBytes: Math.min(spec.contentMaxBytes, answerBytes(maxObservationBytes, 1)) }));
