import type { Service } from "#kube/types/network.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import { parkedSet } from "../idle-set.ts";
import { type CreatedTwin, type DrawTwins, neighbourNames } from "../twin.ts";

/** Workloads that somebody parked, each with a Service that nobody calls. */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng, baseline, 2, 4).flatMap((name) =>
    parkedSet(rng.stream(name), baseline, name).flatMap((workload) => [workload, serviceOf(workload)]),
  );

const serviceOf = ({ object }: CreatedTwin): CreatedTwin => {
  const { metadata, spec } = object as Deployment;
  const ports = (spec.template.spec.containers[0]?.ports ?? []).map(({ containerPort, protocol = "TCP" }) => ({
    name: `${protocol.toLowerCase()}-${containerPort}`,
    port: containerPort,
    protocol,
    targetPort: containerPort,
  }));
  const service: Service = {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: metadata.name, namespace: metadata.namespace ?? "", labels: metadata.labels ?? {} },
    spec: { selector: spec.selector.matchLabels ?? {}, ports },
  };
  return { verb: "create", resource: "services", object: service };
};
