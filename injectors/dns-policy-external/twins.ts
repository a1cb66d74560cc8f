import { type DrawTwins, neighbourNames, parkedSet } from "../twin.ts";
import { externalResolver } from "./resolver.ts";

/** Parked workloads that ask public name servers: some for all names, others after the cluster's own. */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng, baseline, 2, 4).flatMap((name) => {
    const own = rng.stream(`resolver of ${name}`);
    const dnsPolicy = own.stream("policy").pick(["None", "None", "ClusterFirst"]);
    const nameservers = externalResolver(own);
    return parkedSet(rng.stream(name), baseline, name, ({ spec, ...template }) => ({
      ...template,
      spec: { ...spec, dnsPolicy, dnsConfig: { nameservers } },
    }));
  });
