import type { Pod } from "#kube/types/pod.ts";
import type { Job } from "#kube/types/workloads.ts";

/** Action of a Job's pod failure policy on a failed pod; `message` for the rule that fails the Job. */
export interface FailureVerdict {
  readonly action: "FailJob" | "FailIndex" | "Ignore" | "Count";
  readonly message?: string;
}

/** The first rule that fits a failed pod; without one a failure counts. */
export const judgeFailure = ({ spec }: Job, pod: Pod): FailureVerdict => {
  for (const [i, rule] of (spec.podFailurePolicy?.rules ?? []).entries()) {
    const found = rule.onExitCodes === undefined ? byCondition(rule, pod) : byExitCode(rule, pod);
    if (found === undefined) continue;
    const action = rule.action as FailureVerdict["action"];
    return { action, message: `${found} matching ${action} rule at index ${i}` };
  }
  return { action: "Count" };
};

type Rule = NonNullable<NonNullable<Job["spec"]["podFailurePolicy"]>["rules"]>[number];

const nameOf = ({ metadata }: Pod): string => `${metadata.namespace}/${metadata.name}`;

const byExitCode = ({ onExitCodes }: Rule, pod: Pod): string | undefined => {
  const { containerName, operator = "In", values = [] } = onExitCodes ?? {};
  for (const { name, state } of [...(pod.status?.containerStatuses ?? []), ...(pod.status?.initContainerStatuses ?? [])]) {
    const code = state?.terminated?.exitCode;
    if (code === undefined || code === 0 || (containerName !== undefined && containerName !== name)) continue;
    if (values.includes(code) === (operator === "In")) return `Container ${name} for pod ${nameOf(pod)} failed with exit code ${code}`;
  }
  return undefined;
};

const byCondition = ({ onPodConditions = [] }: Rule, pod: Pod): string | undefined => {
  const found = (pod.status?.conditions ?? []).find(({ type, status }) =>
    onPodConditions.some((pattern) => pattern.type === type && (pattern.status ?? "True") === status),
  );
  return found === undefined ? undefined : `Pod ${nameOf(pod)} has condition ${found.type}`;
};
