import { ownObjects } from "#kube/app/baseline.ts";
import type { NetworkPolicy } from "#kube/types/network.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import { policiesOfIdle } from "../policies-of-idle.ts";
import type { DrawTwins, Twin } from "../twin.ts";

/**
 * Pairs of policies on one component: the first isolates it and allows nothing, the second allows all. What one allows counts for
 * all, so that nothing is held up. And idle workloads whose only policy allows nothing.
 */
export const twins: DrawTwins = (rng, baseline) => [
  ...pairs(rng, baseline),
  ...policiesOfIdle(rng.stream("idle"), baseline, (own, name, matchLabels) =>
    policyOf(baseline.namespace, `${name}-${own.pick(NAMES)[0]}`, { podSelector: { matchLabels }, policyTypes: own.pick(TYPES) }),
  ),
];

const TYPES: readonly NonNullable<NetworkPolicy["spec"]["policyTypes"]>[] = [["Ingress"], ["Ingress", "Egress"]];

const pairs: DrawTwins = (rng, baseline) =>
  rng
    .stream("workloads")
    .shuffle(ownObjects(baseline, "deployments.apps") as readonly Deployment[])
    .filter(({ spec }) => Object.keys(spec.template.metadata?.labels ?? {}).length > 0)
    .slice(0, rng.int(2, 3))
    .flatMap(({ metadata: { name }, spec }): readonly Twin[] => {
      const own = rng.stream(name);
      const podSelector = { matchLabels: spec.template.metadata?.labels ?? {} };
      const policyTypes = own.pick(TYPES);
      const [first, second] = own.pick(NAMES);
      const egress = policyTypes.includes("Egress") ? { egress: [{}] } : {};
      return [
        policy(baseline.namespace, `${name}-${second}`, { podSelector, policyTypes, ingress: [{}], ...egress }),
        policy(baseline.namespace, `${name}-${first}`, { podSelector, policyTypes }),
      ];
    });

const policy = (...parts: Parameters<typeof policyOf>): Twin => ({
  verb: "create",
  resource: "networkpolicies.networking.k8s.io",
  object: policyOf(...parts),
});

const policyOf = (namespace: string, name: string, spec: NetworkPolicy["spec"]): NetworkPolicy =>
  ({ apiVersion: "networking.k8s.io/v1", kind: "NetworkPolicy", metadata: { name, namespace }, spec }) as NetworkPolicy;

/** Endings of the names of what isolates, and of what allows. */
const NAMES: readonly (readonly [isolates: string, allows: string])[] = [
  ["default-deny", "allow"],
  ["base", "access"],
  ["isolation", "peers"],
  ["quarantine-default", "exceptions"],
];
