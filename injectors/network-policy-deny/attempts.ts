import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, deleteObjectOf, restartPods, scaleUp } from "#kube/checks/attempts.ts";
import { baselineWorkload } from "#kube/checks/fault-checks.ts";
import { componentOf, workloadTarget } from "#kube/checks/fault-target.ts";
import { matchesLabelSelector } from "#kube/objects/label-selector.ts";
import type { NetworkPolicy } from "#kube/types/network.ts";

interface Params {
  readonly target: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly directions: readonly ("Ingress" | "Egress")[];
}

export const accepts = (params: Params, baseline: Baseline): readonly Attempt[] => {
  const { name, directions } = params;
  // Users may call from outside the cluster.
  const everybody = [{ podSelector: {} }, { namespaceSelector: {} }, { ipBlock: { cidr: "0.0.0.0/0" } }];
  const both = { ingress: [{ from: everybody }], ...(directions.includes("Egress") && { egress: [{}] }) };
  // What another policy holds up in egress is not this one's to open.
  const taken: Params = maySend(baseline, params) ? { ...params, directions: ["Ingress"] } : params;
  const { egress: _, ...ingress } = both;
  const added = apply(taken, `${name}-allow`, taken.directions.includes("Egress") ? both : ingress);
  return [
    { name: "allow every peer", calls: [apply(params, name, both)] },
    { name: "add a policy that allows what is needed", calls: [added] },
    { name: "put a policy of another name in its place", calls: [added, kubectl(`delete networkpolicy ${name}`)] },
  ];
};

export const rejects = (params: Params, { app, ...baseline }: Baseline): readonly Attempt[] => {
  const { target, name, directions } = params;
  const component = componentOf(app, target);
  const callers = [...(component?.dnsCallers ?? []), ...(component?.registryCallers ?? [])].flatMap(
    (caller) => componentOf(app, caller) ?? [],
  );
  const labelsOf = (caller: (typeof callers)[number]) =>
    baselineWorkload({ app, ...baseline }, workloadTarget(caller)).spec.template.metadata?.labels;
  const [other] = policiesOf(baseline);
  return [
    restartPods(target),
    scaleUp(target),
    ...(other === undefined ? [] : [{ ...deleteObjectOf(`networkpolicy/${other.metadata.name}`), name: "delete another policy" }]),
    { name: "allow a label that no caller has", calls: [apply(params, name, allowing({ access: "granted" }, directions))] },
    ...(directions.includes("Egress") && !maySend(baseline, params)
      ? [{ name: "open one direction of two", calls: [apply(params, name, { ingress: [{}] })] }]
      : []),
    ...(callers.length < 2
      ? []
      : [
          {
            name: "let only one caller in",
            calls: [apply(params, name, allowing(labelsOf(callers[0] as (typeof callers)[number]), directions))],
          },
        ]),
  ];
};

const allowing = (matchLabels: Readonly<Record<string, string>> | undefined, directions: Params["directions"]): Rules => ({
  ingress: [{ from: [{ podSelector: { matchLabels: matchLabels ?? {} } }] }],
  ...(directions.includes("Egress") && { egress: [{}] }),
});

/** True if another policy lets the pods send: policies add up. */
const maySend = (baseline: Pick<Baseline, "objects" | "namespace">, { labels }: Params): boolean =>
  policiesOf(baseline).some(({ spec }) => spec.policyTypes?.includes("Egress") === true && matchesLabelSelector(spec.podSelector, labels));

/** Policies that were there before the fault. */
const policiesOf = ({ objects, namespace }: Pick<Baseline, "objects" | "namespace">): readonly NetworkPolicy[] =>
  ((objects["networkpolicies.networking.k8s.io"] ?? []) as readonly NetworkPolicy[]).filter(
    ({ metadata }) => metadata.namespace === namespace,
  );

type Rules = Pick<NetworkPolicy["spec"], "ingress" | "egress">;

const apply = ({ labels, directions }: Params, name: string, rules: Rules) =>
  kubectl(
    "apply -f -",
    JSON.stringify({
      apiVersion: "networking.k8s.io/v1",
      kind: "NetworkPolicy",
      metadata: { name },
      spec: { podSelector: { matchLabels: labels }, policyTypes: directions, ...rules },
    }),
  );
