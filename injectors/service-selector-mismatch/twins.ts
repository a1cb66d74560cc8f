import { ownObjects } from "#kube/app/baseline.ts";
import type { Service } from "#kube/types/network.ts";
import type { DrawTwins, Twin } from "../twin.ts";

/** Services of releases that are not out yet, which select a label that no pod has, and which nobody calls. */
export const twins: DrawTwins = (rng, baseline) => {
  const services = (ownObjects(baseline, "services") as readonly Service[]).filter(({ spec }) => spec.selector !== undefined);
  if (services.length === 0) return [];
  return rng
    .stream("services")
    .shuffle(services)
    .slice(0, rng.int(2, 4))
    .map(({ metadata, spec }): Twin => {
      const own = rng.stream(metadata.name);
      const [key, value] = own.pick(CONDITIONS);
      const ports = (spec.ports ?? []).map(({ nodePort: _allocated, ...port }) => port);
      const object: Service = {
        apiVersion: "v1",
        kind: "Service",
        metadata: { name: `${metadata.name}-${own.pick(ENDINGS)}`, namespace: baseline.namespace, labels: metadata.labels ?? {} },
        spec: { selector: { ...spec.selector, [key]: value }, ports },
      };
      return { verb: "create", resource: "services", object };
    });
};

const ENDINGS: readonly string[] = ["v2", "next", "preview", "edge", "internal"];

/** Conditions of the kinds that the fault adds. */
const CONDITIONS: readonly (readonly [key: string, value: string])[] = [
  ["version", "v2"],
  ["version", "v1.4"],
  ["tier", "backend"],
  ["track", "canary"],
  ["release", "blue"],
  ["env", "live"],
  ["role", "primary"],
];
