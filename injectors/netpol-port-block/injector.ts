import { z } from "zod";
import { isSameJson } from "#core/canonical-json.ts";
import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { baselineWorkload, defectGone, isTemplateAsBefore, needingWrite } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import type { Workload } from "#kube/checks/workload.ts";
import { listWorkloads } from "#kube/listings/list-workloads.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { NetworkPolicy } from "#kube/types/network.ts";
import { createObject } from "#kube/verbs/create.ts";
import { getObject } from "#kube/verbs/get.ts";
import { literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { labelsFrom, POLICIES, policyTargets } from "../policy-targets.ts";
import { judgeReachable } from "../reachable-target.ts";
import { accepts, rejects } from "./attempts.ts";
import { ingressPolicy, type Params } from "./port-policy.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<Params>({
  id: "netpol-port-block",
  version: 1,
  title: "A NetworkPolicy allows another port only",
  catalogueType: "policy-port",
  layer: "network",
  scope: "namespace",
  family: "policy",
  needs: ["network-policy"],
  words,
  twins,
  params: z.object({
    target: objectRef("deployment", "statefulset"),
    policy: objectRef("networkpolicy"),
    labels: z.record(z.string(), z.string()),
    port: z.int().min(1).max(65_535),
  }),
  targets: async (view, place) => {
    const { targets, excluded } = await policyTargets(view, place);
    const workloads = await listWorkloads(view, place.namespace, place.app);
    const opened = workloads.map(({ target, workload }) => ({ target, ports: portsOf(workload) }));
    const judged = targets.map((target) => {
      const own = opened.find((one) => one.target === target.resource)?.ports ?? [];
      const others = [...new Set(opened.flatMap(({ ports }) => ports))].filter((port) => !own.includes(port)).sort((a, b) => a - b);
      return {
        ...target,
        isOpen: own.length > 0,
        facts: { ...target.facts, ports: [...others, ...own.map((port) => port + 1)].map(String) },
      };
    });
    return {
      targets: judged.filter(({ isOpen }) => isOpen).map(({ isOpen: _true, ...target }) => target),
      excluded: [
        ...excluded,
        ...judged.filter(({ isOpen }) => !isOpen).map(({ resource }) => ({ resource, reason: "its containers declare no TCP port" })),
      ],
    };
  },
  sample: (rng, { resource, facts }) => ({
    target: resource,
    policy: `networkpolicy/${rng.stream("name").pick(facts["names"] as readonly string[])}`,
    labels: labelsFrom(facts),
    // A port of another component, as in a policy that was copied.
    port: Number(rng.stream("port").pick(facts["ports"] as readonly string[])),
  }),
  inject: async (cluster, { policy, labels, port }, { namespace }) => {
    await createObject(cluster, {
      resource: POLICIES,
      object: ingressPolicy({ name: nameOf(policy), namespace }, labels, [{ protocol: "TCP", port }]),
    });
  },
  truth: ({ policy, target }) => [
    {
      resource: policy,
      faultType: "netpol-port-block",
      catalogueType: "policy-port",
      alsoNamed: [target, `service/${nameOf(target)}`],
    },
  ],
  oracle: (params, baseline) => ({
    checks: [defectGone("callers-reach-target", (view) => judgeCallers(view, baseline, params))],
    trials: [],
  }),
  solve: ({ target, policy, labels }, baseline) => {
    const ports = portsOf(baselineWorkload(baseline, target)).map((port) => ({ protocol: "TCP", port }));
    return [
      [kubectl(`get ${target} -o yaml`), kubectl("apply -f -", JSON.stringify(ingressPolicy({ name: nameOf(policy) }, labels, ports)))],
      [kubectl(`delete ${policy}`)],
    ];
  },
  accepts,
  rejects,
  evidence: ({ policy, port }) => [
    {
      look: kubectl(`describe networkpolicy ${nameOf(policy)}`),
      shows: [`^Name: +${literal(nameOf(policy))}$`, `^ +To Port: ${port}/TCP$`],
      says: `${policy} lets callers in on port ${port} alone`,
    },
  ],
  symptoms: ({ target }, place) => [
    { name: "callers-time-out", isSeen: async (view) => !(await judgeReachable(view, place, target)).held },
  ],
});

/** TCP ports that a workload's containers declare. */
const portsOf = ({ spec }: Workload): readonly number[] =>
  spec.template.spec.containers
    .flatMap(({ ports = [] }) => ports)
    .filter(({ protocol = "TCP" }) => protocol === "TCP")
    .map(({ containerPort }) => containerPort);

/** Nothing but a write opens the port, while the policy is as it was made and the program listens where it did. */
const judgeCallers = async (view: ClusterView, baseline: Baseline, { target, policy, labels, port }: Params) => {
  const { namespace } = baseline;
  const finding = await judgeReachable(view, baseline, target);
  if (finding.held) return finding;
  const present = await getObject<NetworkPolicy>(view, { resource: POLICIES, namespace, name: nameOf(policy) });
  const made = ingressPolicy({ name: nameOf(policy) }, labels, [{ protocol: "TCP", port }]);
  return isSameJson(present?.spec, made.spec) && (await isTemplateAsBefore(view, baseline, target)) ? needingWrite(finding) : finding;
};
