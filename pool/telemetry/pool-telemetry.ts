import type { TelemetryRequest } from "#kube/ports/telemetry-port.ts";
import { NOT_FOUND } from "#sim/telemetry/not-found.ts";
import type { ResolvedContext } from "../kubernetes/kubeconfig.ts";
import { openApiReader } from "./api-reader.ts";
import type { CollectionParts } from "./collection.ts";
import { SCRAPE_INTERVAL_MS, startCollector } from "./collector.ts";
import { askConfined } from "./endpoints/ask-confined.ts";
import { createNodePages } from "./node-pages.ts";
import type { SlotTelemetry } from "./slot-telemetry.ts";

/** Telemetry of a pool's slots, with the connection to the API server and the node pages that they share. */
export interface PoolTelemetry {
  open(slot: Omit<CollectionParts, "reader" | "nodes">): SlotTelemetry;
  /** Closes the shared connections, after all slots are closed. */
  close(): void;
}

/**
 * Addresses of the operator's own servers; `{namespace}` in one is replaced by the slot's. Telemetry without an address
 * is collected here.
 */
export type TelemetryEndpoints = Readonly<Partial<Record<TelemetryRequest["api"], string>>>;

/**
 * Creates the telemetry; sends nothing before a slot is opened.
 * @param context of the administrator
 */
export const createPoolTelemetry = (context: ResolvedContext, endpoints: TelemetryEndpoints = {}): PoolTelemetry => {
  const reader = openApiReader(context);
  // A little less than a round, so that each one finds a new page.
  const nodes = createNodePages(reader, SCRAPE_INTERVAL_MS - 3_000);
  return {
    open: (slot) => openSlot({ ...slot, reader, nodes }, endpoints),
    close: reader.close,
  };
};

const openSlot = (parts: CollectionParts, endpoints: TelemetryEndpoints): SlotTelemetry => {
  const { prometheus, loki, jaeger } = endpoints;
  const isCollected = prometheus === undefined || loki === undefined || jaeger === undefined;
  const collector = isCollected ? startCollector(parts) : undefined;
  return {
    query: async (request) => {
      const address = endpoints[request.api];
      if (address !== undefined) return await askConfined(address, request, parts);
      return (await collector?.query(request)) ?? NOT_FOUND;
    },
    forget: () => collector?.forget(),
    close: () => collector?.close(),
  };
};
