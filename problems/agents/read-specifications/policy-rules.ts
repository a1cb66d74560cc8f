import { kubectl } from "#core/tool-call.ts";
import { matchesLabelSelector } from "#kube/objects/label-selector.ts";
import type { NetworkPolicy } from "#kube/types/network.ts";
import type { Rule } from "./rule.ts";
import type { Specifications } from "./specifications.ts";

/** Rules on network policies. */
export const POLICY_RULES: readonly Rule[] = [
  {
    faults: ["network-policy-deny"],
    rank: 85,
    find: (specs) =>
      alone(specs)
        .filter(({ spec }) =>
          (spec.policyTypes ?? ["Ingress"]).some((type) => ((type === "Ingress" ? spec.ingress : spec.egress) ?? []).length === 0),
        )
        .map(found("allows nothing")),
  },
  {
    faults: ["netpol-port-block"],
    rank: 85,
    find: (specs) =>
      alone(specs)
        .filter(({ spec: { podSelector, ingress = [] } }) => {
          const opened = specs.running
            .filter(({ spec }) => matchesLabelSelector(podSelector, spec.template.metadata?.labels ?? {}))
            .flatMap(({ spec }) =>
              spec.template.spec.containers.flatMap(({ ports = [] }) => ports.map(({ containerPort }) => containerPort)),
            );
          const allowed = ingress.flatMap(({ ports = [] }) => ports.map(({ port }) => port));
          return allowed.length > 0 && opened.length > 0 && !opened.some((port) => allowed.includes(port));
        })
        .map(found("allows a port that nobody opens")),
  },
];

/** Policies of pods that are to be there, for which no other one allows all. */
const alone = (specs: Specifications): readonly NetworkPolicy[] => {
  const all = specs.of<NetworkPolicy>("NetworkPolicy");
  const targetsOf = ({ spec }: NetworkPolicy) =>
    specs.running.filter((one) => matchesLabelSelector(spec.podSelector, one.spec.template.metadata?.labels ?? {}));
  const allows = ({ spec }: NetworkPolicy) => (spec.ingress ?? []).some(({ from, ports }) => from === undefined && ports === undefined);
  return all.filter((policy) => {
    const targets = targetsOf(policy);
    return (
      targets.length > 0 && !all.some((other) => other !== policy && allows(other) && targetsOf(other).some((one) => targets.includes(one)))
    );
  });
};

const found = (says: string) => (about: NetworkPolicy) => ({
  resource: `networkpolicy/${about.metadata.name}`,
  about,
  says: `${about.metadata.name} ${says}`,
  repair: [kubectl(`delete networkpolicy ${about.metadata.name}`)],
});
