import { kubectl, type ToolCall } from "#core/tool-call.ts";

/**
 * Looks at a field of the pods' template in all revisions of the namespace's workloads of the target's kind: what a repair puts back is
 * in one of them.
 * @param path below the pods' spec, in kubectl's JSONPath, as `.containers[*].image`
 */
export const lookAtRevisions = (target: string, path: string): ToolCall => {
  const [resource, spec] = target.startsWith("deployment/")
    ? ["replicasets", ".spec.template.spec"]
    : ["controllerrevisions", ".data.spec.template.spec"];
  return kubectl(`get ${resource} -o jsonpath='{range .items[*]}{.metadata.name}{"  "}{${spec}${path}}{"\\n"}{end}'`);
};
