import type { Node } from "../types/cluster.ts";
import type { NodeSelectorRequirement, NodeSelectorTerm } from "../types/placement.ts";
import type { PodSpec } from "../types/pod.ts";
import { labelsMatch } from "./label-selector.ts";

/** True when a node is one that a pod's nodeSelector and required node affinity accept. */
export const matchesNode = ({ nodeSelector, affinity }: PodSpec, node: Node): boolean => {
  if (!labelsMatch(nodeSelector, node.metadata.labels)) return false;
  const terms = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  return terms === undefined || matchesAnyTerm(terms, node);
};

/** True when one of the terms accepts the node; an empty term accepts none. */
export const matchesAnyTerm = (terms: readonly NodeSelectorTerm[], node: Node): boolean => terms.some((term) => matchesTerm(term, node));

/** True when all requirements of a term hold for the node. */
export const matchesTerm = ({ matchExpressions = [], matchFields = [] }: NodeSelectorTerm, node: Node): boolean => {
  if (matchExpressions.length === 0 && matchFields.length === 0) return false;
  const fields: Readonly<Record<string, string>> = { "metadata.name": node.metadata.name };
  return (
    matchExpressions.every((requirement) => holds(requirement, node.metadata.labels)) &&
    matchFields.every((requirement) => holds(requirement, fields))
  );
};

const holds = ({ key, operator, values = [] }: NodeSelectorRequirement, labels: Readonly<Record<string, string>> | undefined): boolean => {
  const value = labels?.[key];
  switch (operator) {
    case "In":
      return value !== undefined && values.includes(value);
    case "NotIn":
      return value === undefined || !values.includes(value);
    case "Exists":
      return value !== undefined;
    case "DoesNotExist":
      return value === undefined;
    case "Gt":
      return value !== undefined && Number(value) > Number(values[0]);
    case "Lt":
      return value !== undefined && Number(value) < Number(values[0]);
  }
};
