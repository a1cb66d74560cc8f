import { answerTelemetry } from "#sim/telemetry/answer-telemetry.ts";
import { type CollectionParts, createCollection } from "./collection.ts";
import type { SlotTelemetry } from "./slot-telemetry.ts";

/** Starts collecting. A round that takes longer than the interval delays the next one, so that a slow cluster gets fewer requests. */
export const startCollector = (parts: CollectionParts): SlotTelemetry => {
  const collection = createCollection(parts);
  let isUnderWay = false;
  const goRound = async (): Promise<void> => {
    if (isUnderWay) return;
    isUnderWay = true;
    await collection.collect().finally(() => {
      isUnderWay = false;
    });
  };
  void goRound();
  const timer = setInterval(() => void goRound(), SCRAPE_INTERVAL_MS);
  timer.unref();
  return {
    query: async (request) => {
      await collection.freshen(request.api);
      return answerTelemetry(collection.source, request);
    },
    forget: collection.forget,
    close: () => clearInterval(timer),
  };
};

/** Scrape interval, ms: that of the simulated scrapers, so that ranges hold as many samples. */
export const SCRAPE_INTERVAL_MS = 15_000;
