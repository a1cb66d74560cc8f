import { nativeDigest } from "#pool/native-digest.ts";
import type { Library } from "../catalogue/library.ts";
import type { Observation, ObservationView, ViewRequest } from "../host/episode-protocol.ts";
import { OBSERVATION_BYTES_MAX } from "../observations/observation-sizes.ts";
import { truncateText } from "../observations/truncate.ts";
import { type Episode, elapsedMs, stepsLeft } from "./episode.ts";

/** Renders the requested views and no others; no time passes and nothing is drawn. */
export const renderObservation = async (episode: Episode, requests: readonly ViewRequest[], library: Library): Promise<Observation> => {
  const virtualMs = elapsedMs(episode);
  const virtualMsLeft = Math.max(0, episode.limits.maxVirtualMs - virtualMs);
  const { slot, task, results, stepIndex, firingBefore } = episode;
  const context = {
    view: slot.agent,
    namespace: slot.namespace,
    instruction: task.instruction,
    traffic: (fromMs: number, toMs: number) => slot.traffic(fromMs, toMs),
    results,
    firingBefore,
    stepIndex,
    stepsLeft: stepsLeft(episode),
    virtualMs,
    virtualMsLeft,
  };
  const views: ObservationView[] = [];
  for (const request of requests) {
    const { spec, render } = library.viewOf(request.name);
    // What programs read is bounded, but not by what a language model can take.
    const boundBytes = spec.mediaType === "text/plain" ? episode.limits.maxObservationBytes : OBSERVATION_BYTES_MAX;
    const maxBytes = Math.min(request.maxBytes ?? boundBytes, boundBytes);
    const body = await render({ ...context, maxBytes, params: request.params ?? {} });
    const { text, truncated, originalBytes } = truncateText(body, maxBytes);
    views.push({ name: request.name, mediaType: spec.mediaType, body: text, truncated, originalBytes, digest: nativeDigest(text) });
  }
  return { views, stepIndex, virtualMs, stepsLeft: context.stepsLeft, virtualMsLeft };
};
