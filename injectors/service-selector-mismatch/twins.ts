import type { Service } from "#kube/types/network.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import { idleSet } from "../idle-set.ts";
import { servicesBeside } from "../services-beside.ts";
import { type CreatedTwin, type DrawTwins, neighbourNames } from "../twin.ts";

/** Services that select a label that no pod has, and which nobody calls: of releases that are not out yet, and of parked workloads. */
export const twins: DrawTwins = (rng, baseline) => [
  ...neighbourNames(rng.stream("parked"), baseline, 1, 2).flatMap((name) =>
    idleSet(rng.stream(name), baseline, name).flatMap((workload) => [workload, serviceOf(workload, rng.stream(name).pick(CONDITIONS))]),
  ),
  ...servicesBeside(rng, baseline, ENDINGS, (own, spec) => {
    const [key, value] = own.pick(CONDITIONS);
    const ports = (spec.ports ?? []).map(({ nodePort: _allocated, ...port }) => port);
    return { selector: { ...spec.selector, [key]: value }, ports };
  }),
];

const serviceOf = ({ object }: CreatedTwin, [key, value]: readonly [string, string]): CreatedTwin => {
  const { metadata, spec } = object as Deployment;
  const ports = (spec.template.spec.containers[0]?.ports ?? []).slice(0, 1).map(({ containerPort }) => ({ port: containerPort }));
  const service: Service = {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: metadata.name, namespace: metadata.namespace ?? "", labels: metadata.labels ?? {} },
    spec: { selector: { ...spec.selector.matchLabels, [key]: value }, ports },
  };
  return { verb: "create", resource: "services", object: service };
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
