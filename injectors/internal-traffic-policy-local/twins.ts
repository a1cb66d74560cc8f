import { type DrawTwins, servicesBeside } from "../twin.ts";

/** Further Services of components, some of which keep to the caller's node, and nobody calls. */
export const twins: DrawTwins = (rng, baseline) =>
  servicesBeside(rng, baseline, ENDINGS, (own, spec) => {
    const { port, targetPort = port } = spec.ports?.[0] ?? { port: 80 };
    const policy = own.chance({ numerator: 2, denominator: 3 }) ? "Local" : "Cluster";
    return {
      ...(spec.selector && { selector: spec.selector }),
      ports: [{ port, protocol: "TCP", targetPort }],
      internalTrafficPolicy: policy,
    };
  });

const ENDINGS: readonly string[] = ["node", "local", "near", "agent", "sidecar"];
