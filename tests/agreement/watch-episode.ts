import type { Slot } from "#pool/backend.ts";
import type { Comparison } from "./agreement.ts";
import { compareCauses, LATE_MS } from "./compare-causes.ts";
import { compareMemory } from "./compare-memory.ts";
import { comparePods } from "./compare-pods.ts";
import { compareReadiness } from "./compare-readiness.ts";
import { compareHistograms, compareSpans, compareUsers, readRequests } from "./compare-requests.ts";
import { toScrape } from "./to-scrape.ts";

/** Time for which requests are counted, ms: twenty scrapes. */
const WINDOW_MS = 300_000;

/** Lets the symptoms of a slot's fault go on for some minutes, and compares all that is told of them. */
export const watchEpisode = async (slot: Slot): Promise<readonly Comparison[]> => {
  const fromMs = await toScrape(slot, "otel-collector");
  await slot.admin.clock.sleep(WINDOW_MS + LATE_MS);
  const watched = { slot, fromMs, toMs: fromMs + WINDOW_MS };
  const requests = await readRequests(watched);
  return [
    ...compareSpans(requests),
    ...compareUsers(requests),
    ...(await compareHistograms(watched)),
    ...(await compareCauses(watched, requests)),
    ...(await comparePods(watched, requests)),
    ...(await compareReadiness(slot)),
    ...(await compareMemory(slot, WINDOW_MS / 1000)),
  ];
};
