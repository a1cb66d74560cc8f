import type { World } from "../../kernel/world.ts";
import { countsAt, segmentAt } from "../metrics/traffic/flow-counts.ts";
import { flowIndex } from "../metrics/traffic/flow-index.ts";
import type { ServiceCalls } from "../telemetry-source.ts";

/** Calls between services in a span of time; stores carry no tracing library. */
export const serviceCalls = (world: World, fromMs: number, toMs: number): readonly ServiceCalls[] => {
  const { edges, stores } = flowIndex(world);
  return [...edges.values()].flatMap(({ about, newest }) => {
    if (about.fromProcess === undefined || stores.has(`${about.namespace}/${about.to}`)) return [];
    const callCount = requestsAt(newest, Math.min(toMs, world.nowMs())) - requestsAt(newest, fromMs);
    return [{ parent: about.from, child: about.to, callCount }];
  });
};

const requestsAt = (newest: Parameters<typeof segmentAt>[0], atMs: number): number => {
  const segment = segmentAt(newest, atMs);
  return segment === undefined ? 0 : countsAt(segment, atMs).requests;
};
