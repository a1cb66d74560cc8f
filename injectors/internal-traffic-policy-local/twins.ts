import { servicesBeside } from "../services-beside.ts";
import type { DrawTwins } from "../twin.ts";

/** Further Services of components, some of them for callers on the same node, as agents have them, and nobody calls them. */
export const twins: DrawTwins = (rng, baseline) =>
  servicesBeside(rng, baseline, ENDINGS, (own, spec) => {
    const internalTrafficPolicy = own.chance({ numerator: 2, denominator: 3 }) ? "Local" : "Cluster";
    const ports = (spec.ports ?? []).map(({ nodePort: _allocated, ...port }) => port);
    return { ...(spec.selector && { selector: spec.selector }), internalTrafficPolicy, ports };
  });

const ENDINGS: readonly string[] = ["local", "node", "near", "agent", "host"];
