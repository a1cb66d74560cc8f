import { type DrawTwins, servicesBeside } from "../twin.ts";

/** Further Services of components, for ports that nobody opens yet and nobody calls. */
export const twins: DrawTwins = (rng, baseline) =>
  servicesBeside(rng, baseline, ENDINGS, (own, spec) => {
    const port = spec.ports?.[0]?.port ?? 80;
    const targetPort = own.pick([9999, 18_080, port + 10_000].filter((candidate) => candidate <= 65_535));
    return { ...(spec.selector && { selector: spec.selector }), ports: [{ name: "http", port, protocol: "TCP", targetPort }] };
  });

const ENDINGS: readonly string[] = ["admin", "mgmt", "debug", "metrics", "ops"];
