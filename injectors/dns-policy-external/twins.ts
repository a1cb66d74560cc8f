import { idleSet } from "../idle-set.ts";
import { type DrawTwins, neighbourNames } from "../twin.ts";
import { externalResolver } from "./resolver.ts";

/** Idle workloads that ask public name servers: some for all names, others after the cluster's own. */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng, baseline, 2, 4).flatMap((name) => {
    const own = rng.stream(`resolver of ${name}`);
    const dnsPolicy = own.stream("policy").pick(["None", "None", "ClusterFirst"]);
    const nameservers = externalResolver(own);
    return idleSet(rng.stream(name), baseline, name, ({ spec, ...template }) => ({
      ...template,
      spec: { ...spec, dnsPolicy, dnsConfig: { nameservers } },
    }));
  });
