import { ADDRESS_TYPES, baselineCorefile, DNS, denyZones } from "../corefile.ts";
import type { DrawTwins } from "../twin.ts";

/** Zones that the name servers deny and in which there is nothing: of namespaces that are not there, and of clusters and offices elsewhere. */
export const twins: DrawTwins = (rng, baseline) => {
  const zones = rng
    .stream("zones")
    .shuffle([
      ...ENDINGS.map((ending) => `${baseline.namespace}-${ending}.svc.cluster.local`),
      "svc.cluster.internal",
      "corp.example.internal",
      "lan",
    ]);
  const denied = zones.slice(0, rng.int(2, 4)).map((zone) => ({ zone, type: rng.stream(`type of ${zone}`).pick(ADDRESS_TYPES) }));
  const corefile = denyZones(baselineCorefile(baseline), denied);
  if (corefile === undefined) return [];
  return [{ verb: "patch", resource: "configmaps", name: DNS.name, namespace: DNS.namespace, patch: { data: { Corefile: corefile } } }];
};

const ENDINGS: readonly string[] = ["staging", "old", "load-test", "demo"];
