import type { Workload } from "#kube/checks/workload.ts";
import { matchesNode } from "#kube/objects/node-affinity.ts";
import { milliValue, unitValue } from "#kube/objects/quantity.ts";
import type { Node } from "#kube/types/cluster.ts";
import { rolledBack, targetOf, without } from "./repairs.ts";
import type { Rule } from "./rule.ts";
import type { NodeSpecification, Specifications } from "./specifications.ts";

/** Rules on where pods may run. */
export const PLACEMENT_RULES: readonly Rule[] = [
  {
    faults: ["node-selector-nonexistent"],
    rank: 90,
    find: (specs) =>
      specs.running
        .filter(
          ({ spec }) =>
            spec.template.spec.nodeSelector !== undefined && fits(specs, { nodeSelector: spec.template.spec.nodeSelector }) === 0,
        )
        .map((about) => ({ resource: targetOf(about), about, says: "its node is not there", repair: without(about, "/nodeSelector") })),
  },
  {
    faults: ["pv-node-affinity-conflict"],
    rank: 50,
    find: ({ running }) =>
      running
        .filter(({ spec: { template } }) => template.spec.nodeSelector?.[HOSTNAME] !== undefined && claimsOf(template.spec).length > 0)
        .map((about) => ({
          resource: targetOf(about),
          about,
          says: "it has a volume and a node",
          repair: without(about, "/nodeSelector"),
        })),
  },
  {
    faults: ["node-affinity-mismatch"],
    rank: 90,
    find: (specs) =>
      specs.running
        .filter(
          ({ spec }) =>
            spec.template.spec.affinity?.nodeAffinity !== undefined && fits(specs, { affinity: spec.template.spec.affinity }) === 0,
        )
        .map((about) => ({
          resource: targetOf(about),
          about,
          says: "no node has its label",
          repair: without(about, "/affinity/nodeAffinity"),
        })),
  },
  {
    faults: ["topology-spread-unsatisfiable"],
    rank: 90,
    find: (specs) =>
      specs.running
        .filter(({ spec }) =>
          (spec.template.spec.topologySpreadConstraints ?? []).some(
            ({ topologyKey, whenUnsatisfiable }) =>
              whenUnsatisfiable !== "ScheduleAnyway" &&
              !specs.of<Node>("Node").some(({ metadata }) => metadata.labels?.[topologyKey] !== undefined),
          ),
        )
        .map((about) => ({
          resource: targetOf(about),
          about,
          says: "no node has the label it is spread over",
          repair: without(about, "/topologySpreadConstraints"),
        })),
  },
  ...(["cpu", "memory"] as const).map(
    (resource): Rule => ({
      faults: [`${resource}-request-exceeds-node`],
      rank: 90,
      find: (specs) => {
        const most = Math.max(...specs.of<NodeSpecification>("Node").map(({ allocatable }) => amount(resource, allocatable?.[resource])));
        return specs.running
          .filter(({ spec }) =>
            spec.template.spec.containers.some(({ resources = {} }) => amount(resource, resources.requests?.[resource]) > most),
          )
          .map((about) => ({ resource: targetOf(about), about, says: `no node has so much ${resource}`, repair: rolledBack(about) }));
      },
    }),
  ),
  {
    faults: ["host-port-conflict"],
    rank: 60,
    find: ({ running }) =>
      running
        .filter(({ spec }) => spec.template.spec.containers.some(({ ports = [] }) => ports.some(({ hostPort }) => hostPort !== undefined)))
        .map((about) => ({ resource: targetOf(about), about, says: "it takes a port of its node", repair: rolledBack(about) })),
  },
  {
    faults: ["priority-preemption"],
    rank: 20,
    find: ({ running }) =>
      running
        .filter(({ spec }) => spec.template.spec.priorityClassName !== undefined)
        .map((about) => ({ resource: targetOf(about), about, says: "it has a class", repair: [] })),
  },
];

const HOSTNAME = "kubernetes.io/hostname";

const amount = (resource: string, quantity: string | undefined): number =>
  resource === "cpu" ? milliValue(quantity ?? "0") : unitValue(quantity);

const fits = (specs: Specifications, spec: object): number => {
  const nodes = specs.of<Node>("Node");
  return nodes.length === 0 ? 1 : nodes.filter((node) => matchesNode(spec as Workload["spec"]["template"]["spec"], node)).length;
};

const claimsOf = ({ volumes = [] }: Workload["spec"]["template"]["spec"]): readonly string[] =>
  volumes.flatMap(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? []);
