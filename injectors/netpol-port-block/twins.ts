import { ownObjects } from "#kube/app/baseline.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import { policiesOfIdle } from "../policies-of-idle.ts";
import type { DrawTwins, Twin } from "../twin.ts";
import { ingressPolicy } from "./port-policy.ts";

/**
 * Pairs of policies on one component: the first allows a port of another, the second all. What one allows counts for all, so that nothing is
 * held up. And idle workloads whose only policy allows a port of another.
 */
export const twins: DrawTwins = (rng, baseline) => {
  const deployments = ownObjects(baseline, "deployments.apps") as readonly Deployment[];
  const opened = deployments.flatMap(({ spec }) => spec.template.spec.containers.flatMap(({ ports = [] }) => ports));
  const ports = [...new Set(opened.map(({ containerPort }) => containerPort))].sort((a, b) => a - b);
  if (ports.length === 0) return [];
  const idle = policiesOfIdle(rng.stream("idle"), baseline, (own, name, labels) =>
    ingressPolicy({ name: `${name}-${own.pick(NAMES)[0]}`, namespace: baseline.namespace }, labels, [
      { protocol: "TCP", port: own.stream("port").pick(ports) },
    ]),
  );
  const pairs = rng
    .stream("workloads")
    .shuffle(deployments)
    .filter(({ spec }) => Object.keys(spec.template.metadata?.labels ?? {}).length > 0)
    .slice(0, rng.int(2, 3))
    .flatMap(({ metadata: { name }, spec }): readonly Twin[] => {
      const own = rng.stream(name);
      const labels = spec.template.metadata?.labels ?? {};
      const [first, second] = own.pick(NAMES);
      const { namespace } = baseline;
      return [
        ingressPolicy({ name: `${name}-${second}`, namespace }, labels, []),
        ingressPolicy({ name: `${name}-${first}`, namespace }, labels, [{ protocol: "TCP", port: own.stream("port").pick(ports) }]),
      ].map((object) => ({ verb: "create", resource: "networkpolicies.networking.k8s.io", object }));
    });
  return [...pairs, ...idle];
};

/** Endings of the names of what allows one port, and of what allows all. */
const NAMES: readonly (readonly [one: string, all: string])[] = [
  ["metrics", "open"],
  ["admin", "callers"],
  ["scrape", "others"],
  ["health", "clients"],
];
