import { isSameJson } from "#core/canonical-json.ts";
import type { EdgeFlow, ServerFlow } from "./flow-history.ts";
import type { Traffic } from "./traffic.ts";

/** Traffic with the flows of an earlier one where they are equal, so that values derived from them stay valid. */
export const shareFlows = (traffic: Traffic, before: Traffic | undefined): Traffic =>
  before === undefined
    ? traffic
    : {
        ...traffic,
        servers: share(traffic.servers, before.servers, isSameServer),
        edges: share(traffic.edges, before.edges, isSameEdge),
      };

const isSameServer = (a: ServerFlow, b: ServerFlow): boolean => a.operation === b.operation && a.process === b.process;

const isSameEdge = (a: EdgeFlow, b: EdgeFlow): boolean =>
  a.operation === b.operation &&
  a.fromProcess === b.fromProcess &&
  a.to === b.to &&
  a.toProcess === b.toProcess &&
  a.root === b.root &&
  a.from === b.from;

/** Reuses earlier flows that are equal; both lists come from one walk over the calls and are nearly always in the same order. */
const share = <F>(flows: readonly F[], before: readonly F[], isSameStream: (a: F, b: F) => boolean): readonly F[] => {
  let next = 0;
  return flows.map((flow) => {
    let at = next;
    while (at < before.length && !isSameStream(flow, before[at] as F)) at += 1;
    const known = before[at];
    if (known === undefined) return flow;
    next = at + 1;
    return isSameJson(flow, known) ? known : flow;
  });
};
