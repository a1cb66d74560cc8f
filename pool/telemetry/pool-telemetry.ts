import type { ResolvedContext } from "../kubernetes/kubeconfig.ts";
import { openApiReader } from "./api-reader.ts";
import type { CollectionParts } from "./collection.ts";
import { SCRAPE_INTERVAL_MS, startCollector } from "./collector.ts";
import { createNodePages } from "./node-pages.ts";
import type { SlotTelemetry } from "./slot-telemetry.ts";

/** The telemetry of a pool's slots, with what they share: the way to the API server, and the pages of its nodes. */
export interface PoolTelemetry {
  open(slot: Omit<CollectionParts, "reader" | "nodes">): SlotTelemetry;
  /** Slots are closed before. */
  close(): void;
}

/** Nothing is sent before a slot is opened. @param context how the administrator reaches the cluster */
export const createPoolTelemetry = (context: ResolvedContext): PoolTelemetry => {
  const reader = openApiReader(context);
  // A little less than a round, so that each one finds a new page.
  const nodes = createNodePages(reader, SCRAPE_INTERVAL_MS - 3_000);
  return {
    open: (slot) => startCollector({ ...slot, reader, nodes }),
    close: reader.close,
  };
};
