import { labelProblems } from "#kube/objects/names.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { type PodDescription, podWarnings } from "./pod-warnings.ts";

/** Warns of a new template, or of one in a changed spec. */
export const warnAboutTemplate = (workload: Templated, old: Templated | undefined, warnings: string[]): void => {
  const { template } = workload.spec;
  if (template?.spec !== undefined && workload.spec !== old?.spec)
    warnings.push(...podWarnings(template as PodDescription, "spec.template."));
};

/** Warns of workloads whose name, as the prefix of their pods' names, cannot be a host name. */
export const warnAboutNamesake = (workload: Templated, old: Templated | undefined, warnings: string[]): void => {
  if (old === undefined) warnings.push(...nameWarnings(workload.metadata.name, "Pod names and hostnames"));
  warnAboutTemplate(workload, old, warnings);
};

/** Warns of a name that is no DNS label. */
export const nameWarnings = (name: string, use: string): readonly string[] => {
  const problems = labelProblems(name);
  if (problems.length === 0) return [];
  const text = `this is used in ${use}, which can result in surprising behavior; a DNS label is recommended`;
  return [`metadata.name: ${text}: [${problems.join(" ")}]`];
};

interface Templated extends KubeObject {
  readonly spec: { readonly template?: { readonly spec?: unknown } };
}
