import type { Rng } from "#core/rng.ts";
import type { NodeSelectorRequirement } from "#kube/types/placement.ts";

/** A condition on a label of nodes, as parameters hold it. */
export interface LabelCondition {
  readonly key: string;
  readonly operator: "In" | "Exists";
  /** Values of which a node is to have one; none where the label alone is asked for. */
  readonly values: readonly string[];
}

/** Draws a condition that people write for clusters whose nodes are labelled otherwise, and that no node here meets. */
export const missingLabel = (rng: Rng, labels: readonly string[]): LabelCondition =>
  rng.pick(
    CONDITIONS.filter(({ key, operator, values }) =>
      operator === "In"
        ? !values.some((value) => labels.includes(`${key}=${value}`))
        : !labels.some((label) => label.startsWith(`${key}=`)),
    ),
  );

/** Labels of nodes as `key=value`, each once, in order. */
export const labelsOf = (
  nodes: readonly { readonly metadata: { readonly labels?: Readonly<Record<string, string>> } }[],
): readonly string[] =>
  [...new Set(nodes.flatMap(({ metadata }) => Object.entries(metadata.labels ?? {}).map(([key, value]) => `${key}=${value}`)))].sort();

/** The requirement that a template gets. */
export const requirementOf = ({ key, operator, values }: LabelCondition): NodeSelectorRequirement =>
  operator === "In" ? { key, operator, values } : { key, operator };

const CONDITIONS: readonly LabelCondition[] = [
  { key: "disktype", operator: "In", values: ["ssd"] },
  { key: "disktype", operator: "In", values: ["nvme", "ssd"] },
  { key: "node-pool", operator: "In", values: ["apps"] },
  { key: "node-pool", operator: "In", values: ["general", "burst"] },
  { key: "workload-class", operator: "In", values: ["latency"] },
  { key: "kubernetes.io/arch", operator: "In", values: ["arm64"] },
  { key: "topology.kubernetes.io/zone", operator: "In", values: ["eu-west-1c"] },
  { key: "topology.kubernetes.io/zone", operator: "In", values: ["us-east-1a", "us-east-1b"] },
  { key: "topology.kubernetes.io/region", operator: "In", values: ["eu-central-1"] },
  { key: "node.kubernetes.io/instance-type", operator: "In", values: ["m6i.xlarge"] },
  { key: "node.kubernetes.io/instance-type", operator: "In", values: ["n2-standard-8", "n2-standard-16"] },
  { key: "node-role.kubernetes.io/worker", operator: "Exists", values: [] },
  { key: "node-role.kubernetes.io/compute", operator: "Exists", values: [] },
  { key: "dedicated", operator: "Exists", values: [] },
];
