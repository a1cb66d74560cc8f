import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { defectGone, writtenDefectGone } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import { matchesLabelSelector } from "#kube/objects/label-selector.ts";
import type { NetworkPolicy } from "#kube/types/network.ts";
import { createObject } from "#kube/verbs/create.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { labelsFrom, POLICIES, policyTargets } from "../policy-targets.ts";
import { judgeReachable } from "../reachable-target.ts";
import { accepts, rejects } from "./attempts.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

type Direction = "Ingress" | "Egress";

interface Params {
  readonly target: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly directions: readonly Direction[];
}

export default defineInjector<Params>({
  id: "network-policy-deny",
  version: 1,
  title: "A NetworkPolicy cuts a component off",
  catalogueType: "policy-deny",
  layer: "network",
  scope: "namespace",
  family: "policy",
  needs: ["network-policy"],
  words,
  twins,
  params: z.object({
    target: objectRef("deployment", "statefulset"),
    name: z.string().min(1),
    labels: z.record(z.string(), z.string()),
    directions: z.array(z.enum(["Ingress", "Egress"])).min(1),
  }),
  targets: policyTargets,
  sample: (rng, { resource, facts }) => ({
    target: resource,
    name: rng.pick(facts["names"] as readonly string[]),
    labels: labelsFrom(facts),
    directions: rng.pick<readonly Direction[]>([["Ingress"], ["Ingress", "Egress"]]),
  }),
  inject: async (cluster, { name, labels, directions }, { namespace }) => {
    const policy: NetworkPolicy = {
      apiVersion: "networking.k8s.io/v1",
      kind: "NetworkPolicy",
      metadata: { name, namespace },
      spec: { podSelector: { matchLabels: labels }, policyTypes: directions },
    };
    await createObject(cluster, { resource: POLICIES, object: policy });
  },
  truth: ({ name, target }) => [
    {
      resource: `networkpolicy/${name}`,
      faultType: "network-policy-deny",
      catalogueType: "policy-deny",
      alsoNamed: [target, `service/${nameOf(target)}`],
    },
  ],
  oracle: ({ labels, target }, { namespace, app }) => ({
    checks: [
      writtenDefectGone("peers-not-denied", async (view) => {
        const policies = await listObjects<NetworkPolicy>(view, { resource: POLICIES, namespace });
        const denying = denyingPolicies(policies, labels).map(({ metadata }) => metadata.name);
        return { held: denying.length === 0, evidence: denying.length === 0 ? "no policy denies all" : `${denying.join(", ")} denies all` };
      }),
      defectGone("callers-reach-target", (view) => judgeReachable(view, { namespace, app }, target)),
    ],
    trials: [],
  }),
  solve: ({ name, labels, directions }) => {
    const open = { ...(directions.includes("Ingress") && { ingress: [{}] }), ...(directions.includes("Egress") && { egress: [{}] }) };
    const manifest = JSON.stringify({
      apiVersion: "networking.k8s.io/v1",
      kind: "NetworkPolicy",
      metadata: { name },
      spec: { podSelector: { matchLabels: labels }, policyTypes: directions, ...open },
    });
    return [[kubectl(`delete networkpolicy ${name}`)], [kubectl("apply -f -", manifest)]];
  },
  accepts,
  rejects,
  evidence: ({ name, directions }) => [
    {
      look: kubectl(`describe networkpolicy ${name}`),
      shows: [
        `^Name: +${literal(name)}$`,
        ...directions.map((direction) => `<none> \\(Selected pods are isolated for ${direction.toLowerCase()} connectivity`),
      ],
      says: `networkpolicy ${name} lets no ${directions.join(" and no ").toLowerCase()} through`,
    },
  ],
  symptoms: ({ target }, place) => [
    { name: "callers-time-out", isSeen: async (view) => !(await judgeReachable(view, place, target)).held },
  ],
});

/** Policies that isolate pods of these labels in a direction in which none allows anything: what one allows counts for all. */
const denyingPolicies = (policies: readonly NetworkPolicy[], labels: Readonly<Record<string, string>>): readonly NetworkPolicy[] => {
  const selecting = policies.filter(({ spec }) => matchesLabelSelector(spec.podSelector, labels));
  const denying = (["Ingress", "Egress"] as const).flatMap((direction) => {
    const isolating = selecting.filter(({ spec }) => (spec.policyTypes ?? ["Ingress"]).includes(direction));
    const rules = isolating.flatMap(({ spec }) => (direction === "Ingress" ? spec.ingress : spec.egress) ?? []);
    return rules.length === 0 ? isolating : [];
  });
  return [...new Set(denying)];
};
