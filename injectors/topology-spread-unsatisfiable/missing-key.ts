import type { Rng } from "#core/rng.ts";

/** Draws a label by which people spread pods in other clusters, and that no node here has. */
export const missingKey = (rng: Rng, present: readonly string[]): string => rng.pick(KEYS.filter((key) => !present.includes(key)));

/** Keys of the labels of nodes, each once, in order. */
export const keysOf = (
  nodes: readonly { readonly metadata: { readonly labels?: Readonly<Record<string, string>> } }[],
): readonly string[] => [...new Set(nodes.flatMap(({ metadata }) => Object.keys(metadata.labels ?? {})))].sort();

const KEYS: readonly string[] = [
  "topology.kubernetes.io/zone",
  "topology.kubernetes.io/region",
  "failure-domain.beta.kubernetes.io/zone",
  "topology.kubernetes.io/rack",
  "topology.ebs.csi.aws.com/zone",
  "cloud.google.com/gke-nodepool",
  "eks.amazonaws.com/nodegroup",
  "example.com/failure-domain",
  "example.com/rack",
];
