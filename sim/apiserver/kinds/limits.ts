import { compareQuantities } from "#kube/quantity.ts";
import type { LimitRange, PriorityClass, ResourceQuota } from "#kube/types/cluster.ts";
import { duplicate, type FieldError, forbiddenField, invalidValue } from "../field-error.ts";
import { defineKind } from "../kind-strategy.ts";

const quotaKind = defineKind<ResourceQuota>({
  hasStatus: true,
  validate: ({ spec }, errors) => {
    for (const [name, amount] of Object.entries(spec.hard ?? {})) {
      const path = `spec.hard[${name}]`;
      if (!name.includes("/") && !STANDARD_QUOTAS.has(name) && !name.includes("hugepages-")) {
        errors.push(invalidValue(path, name, "must be a standard resource type or fully qualified"));
        errors.push(invalidValue(path, name, "must be a standard resource for quota"));
      }
      if (amount.startsWith("-")) errors.push(invalidValue(path, amount, "must be greater than or equal to 0"));
    }
    validateScopes(spec.scopes ?? [], Object.keys(spec.hard ?? {}), errors);
  },
  validateUpdate: ({ spec }, old, errors) => {
    const changed = JSON.stringify([...(spec.scopes ?? [])].sort()) !== JSON.stringify([...(old.spec.scopes ?? [])].sort());
    if (changed) errors.push(invalidValue("spec.scopes", spec.scopes ?? [], "field is immutable"));
  },
});

const STANDARD_QUOTAS = new Set([
  ...["cpu", "memory", "ephemeral-storage"].flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
  ...["requests.storage", "pods", "services", "services.nodeports", "services.loadbalancers", "resourcequotas"],
  ...["replicationcontrollers", "secrets", "persistentvolumeclaims", "configmaps"],
]);

const validateScopes = (scopes: readonly string[], hard: readonly string[], errors: FieldError[]): void => {
  if (scopes.length === 0) return;
  const unfit = scopes.includes("BestEffort") && hard.some((name) => name !== "pods" && !name.startsWith("count/"));
  if (unfit) errors.push(invalidValue("spec.scopes", scopes, "unsupported scope applied to resource"));
  const clash = [
    ["BestEffort", "NotBestEffort"],
    ["Terminating", "NotTerminating"],
  ].some((pair) => pair.every((scope) => scopes.includes(scope)));
  if (clash) errors.push(invalidValue("spec.scopes", scopes, "conflicting scopes"));
};

const limitRangeKind = defineKind<LimitRange>({
  createsOnUpdate: true,
  validate: ({ spec }, errors) => {
    const seen = new Set<string>();
    spec.limits?.forEach((limit, i) => {
      const path = `spec.limits[${i}]`;
      if (!["Container", "Pod", "PersistentVolumeClaim"].includes(limit.type) && !`${limit.type}`.includes("/")) {
        errors.push(invalidValue(`${path}.type`, limit.type ?? "", "must be a standard limit type or fully qualified"));
      }
      if (seen.has(limit.type)) errors.push(duplicate(`${path}.type`, limit.type));
      seen.add(limit.type);
      for (const name of Object.keys({ ...limit.min, ...limit.max, ...limit.default, ...limit.defaultRequest }).sort()) {
        const { min, max, defaultRequest: request } = limit;
        const exceeds = (a: string | undefined, b: string | undefined) => a !== undefined && b !== undefined && compareQuantities(a, b) > 0;
        const preset = limit.default?.[name];
        if (exceeds(min?.[name], max?.[name])) {
          errors.push(
            invalidValue(`${path}.min[${name}]`, min?.[name], `min value ${min?.[name]} is greater than max value ${max?.[name]}`),
          );
        }
        if (exceeds(min?.[name], request?.[name])) {
          const detail = `min value ${min?.[name]} is greater than default request value ${request?.[name]}`;
          errors.push(invalidValue(`${path}.defaultRequest[${name}]`, request?.[name], detail));
        }
        if (exceeds(request?.[name], max?.[name])) {
          const detail = `default request value ${request?.[name]} is greater than max value ${max?.[name]}`;
          errors.push(invalidValue(`${path}.defaultRequest[${name}]`, request?.[name], detail));
        }
        if (exceeds(request?.[name], preset)) {
          const detail = `default request value ${request?.[name]} is greater than default limit value ${preset}`;
          errors.push(invalidValue(`${path}.defaultRequest[${name}]`, request?.[name], detail));
        }
        if (exceeds(preset, max?.[name])) {
          errors.push(
            invalidValue(`${path}.default[${name}]`, max?.[name], `default value ${preset} is greater than max value ${max?.[name]}`),
          );
        }
      }
    });
  },
});

const priorityClassKind = defineKind<PriorityClass>({
  hasGeneration: true,
  validate: ({ metadata, value }, errors) => {
    if (metadata.name.startsWith("system-") && !SYSTEM_CLASSES.has(metadata.name)) {
      errors.push(
        forbiddenField(
          "metadata.name",
          `priority class names with 'system-' prefix are reserved for system use only. error: ${NOT_SYSTEM}`,
        ),
      );
    } else if (value > HIGHEST_USER_PRIORITY && !SYSTEM_CLASSES.has(metadata.name)) {
      errors.push(forbiddenField("value", `maximum allowed value of a user defined priority is ${HIGHEST_USER_PRIORITY}`));
    }
  },
  validateUpdate: ({ value, preemptionPolicy }, old, errors) => {
    if (value !== old.value) errors.push(forbiddenField("value", "may not be changed in an update."));
    if (preemptionPolicy !== old.preemptionPolicy) errors.push(invalidValue("preemptionPolicy", preemptionPolicy, "field is immutable"));
  },
});

const SYSTEM_CLASSES = new Set(["system-cluster-critical", "system-node-critical"]);
const NOT_SYSTEM = "only system-node-critical and system-cluster-critical are allowed";
const HIGHEST_USER_PRIORITY = 1_000_000_000;

/** Kinds that bound what others may use. */
export const limitKinds = {
  resourcequotas: quotaKind,
  limitranges: limitRangeKind,
  "priorityclasses.scheduling.k8s.io": priorityClassKind,
};
