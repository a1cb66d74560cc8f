import { servicesBeside } from "../services-beside.ts";
import type { DrawTwins } from "../twin.ts";

/** Further Services of components, some of which take UDP, as collectors and name servers do, and nobody calls. */
export const twins: DrawTwins = (rng, baseline) =>
  servicesBeside(rng, baseline, ENDINGS, (own, spec) => {
    const { port, targetPort = port } = spec.ports?.[0] ?? { port: 80 };
    const protocol = own.chance({ numerator: 2, denominator: 3 }) ? "UDP" : "TCP";
    return { ...(spec.selector && { selector: spec.selector }), ports: [{ name: own.pick(NAMES), port, protocol, targetPort }] };
  });

const ENDINGS: readonly string[] = ["stats", "gossip", "trace", "quic", "probe"];
const NAMES: readonly string[] = ["data", "main", "stats"];
