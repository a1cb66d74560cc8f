import type { PriorityClass, ResourceQuota } from "#kube/types/cluster.ts";
import { forbiddenField, invalidValue, unsupported } from "../../field-error.ts";
import { defineKind } from "../../kind-strategy.ts";
import { immutable } from "../../validation/immutable.ts";
import { amountErrors, resourceNameErrors } from "../../validation/resource-amounts.ts";
import { limitRangeKind } from "./limit-range.ts";
import { scopeErrors } from "./quota-scopes.ts";

const quotaKind = defineKind<ResourceQuota>({
  hasStatus: true,
  validate: ({ spec }, errors) => {
    for (const [name, amount] of Object.entries(spec.hard ?? {})) {
      const path = `spec.hard[${name}]`;
      const isFit = name.includes("/") || STANDARD_QUOTAS.has(name) || HUGE_PAGES.test(name);
      errors.push(...resourceNameErrors(name, path));
      if (!isFit) errors.push(invalidValue(path, name, "must be a standard resource for quota"));
      errors.push(...amountErrors(name, amount, path));
    }
    errors.push(...scopeErrors(spec, STANDARD_QUOTAS));
  },
  validateUpdate: ({ spec }, old, errors) => {
    const changed = JSON.stringify([...(spec.scopes ?? [])].sort()) !== JSON.stringify([...(old.spec.scopes ?? [])].sort());
    if (changed) errors.push(invalidValue("spec.scopes", spec.scopes ?? [], "field is immutable"));
  },
});

const HUGE_PAGES = /^(requests\.)?hugepages-/;

const STANDARD_QUOTAS = new Set([
  ...["cpu", "memory", "ephemeral-storage"].flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
  ...["requests.storage", "pods", "services", "services.nodeports", "services.loadbalancers", "resourcequotas"],
  ...["replicationcontrollers", "secrets", "persistentvolumeclaims", "configmaps"],
]);

const priorityClassKind = defineKind<PriorityClass>({
  hasGeneration: true,
  validate: (priorityClass, errors) => {
    const { metadata, value, preemptionPolicy: policy } = priorityClass;
    if (metadata.name.startsWith("system-")) {
      const problem = systemProblem(priorityClass);
      const detail = `priority class names with 'system-' prefix are reserved for system use only. error: ${problem}`;
      if (problem !== undefined) errors.push(forbiddenField("metadata.name", detail));
    } else if (value > HIGHEST_USER_PRIORITY) {
      errors.push(forbiddenField("value", `maximum allowed value of a user defined priority is ${HIGHEST_USER_PRIORITY}`));
    }
    if (policy !== undefined && !PREEMPTION.includes(policy)) errors.push(unsupported("preemptionPolicy", policy, PREEMPTION));
  },
  validateUpdate: ({ value, preemptionPolicy }, old, errors) => {
    if (value !== old.value) errors.push(forbiddenField("value", "may not be changed in an update."));
    immutable(preemptionPolicy, old.preemptionPolicy, "preemptionPolicy", errors);
  },
});

const PREEMPTION = ["PreemptLowerPriority", "Never"];
const SYSTEM_CLASSES: Readonly<Record<string, number>> = {
  "system-cluster-critical": 2_000_000_000,
  "system-node-critical": 2_000_001_000,
};

const systemProblem = ({ metadata: { name }, value, globalDefault }: PriorityClass): string | undefined => {
  const known = SYSTEM_CLASSES[name];
  if (known === undefined) return `${name} is not a known system priority class`;
  if (value !== known) return `value of ${name} PriorityClass must be ${known}`;
  return globalDefault === true ? `globalDefault of ${name} PriorityClass must be false` : undefined;
};

const HIGHEST_USER_PRIORITY = 1_000_000_000;

/** Strategies of quotas and limit ranges. */
export const limitKinds = {
  resourcequotas: quotaKind,
  limitranges: limitRangeKind,
  "priorityclasses.scheduling.k8s.io": priorityClassKind,
};
