import { labelValueProblems } from "#kube/objects/names.ts";

/** Deprecation of a node label; undefined for all others. */
export const nodeLabelProblem = (label: string): string | undefined => GIVEN_UP[label];

/** Node selector term. */
export interface NodeTerm {
  readonly matchExpressions?: readonly { readonly key: string; readonly values?: readonly string[] }[];
}

/** Warnings about deprecated node labels and, in preferred terms, invalid label values. */
export const nodeTermWarnings = (
  { matchExpressions = [] }: NodeTerm,
  path: string,
  { checksValues = false }: { readonly checksValues?: boolean } = {},
): readonly string[] =>
  matchExpressions.flatMap(({ key, values = [] }, i) => {
    const place = `${path}.matchExpressions[${i}]`;
    const problem = nodeLabelProblem(key);
    return [
      ...(problem === undefined ? [] : [`${place}.key: ${key} is ${problem}`]),
      ...(checksValues ? values.flatMap((value, j) => valueWarnings(value, `${place}.values[${j}]`)) : []),
    ];
  });

const valueWarnings = (value: string, path: string): readonly string[] =>
  labelValueProblems(value).map((problem) => `${path}: ${value} is invalid, ${problem}`);

const GIVEN_UP: Readonly<Record<string, string>> = {
  "beta.kubernetes.io/arch": 'deprecated since v1.14; use "kubernetes.io/arch" instead',
  "beta.kubernetes.io/os": 'deprecated since v1.14; use "kubernetes.io/os" instead',
  "failure-domain.beta.kubernetes.io/region": 'deprecated since v1.17; use "topology.kubernetes.io/region" instead',
  "failure-domain.beta.kubernetes.io/zone": 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
  "beta.kubernetes.io/instance-type": 'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead',
  "app.kubernetes.io/created-by": "deprecated since v1.9",
  "scheduler.alpha.kubernetes.io/preferAvoidPods": "deprecated since v1.22; use Taints and Tolerations instead",
  "node-role.kubernetes.io/master": 'use "node-role.kubernetes.io/control-plane" instead',
};
