import { dns1035Problems, subdomainProblems } from "#kube/objects/names.ts";
import type { Webhook, WebhookConfiguration } from "#kube/types/webhooks.ts";
import { duplicate, type FieldError, invalidEach, invalidValue, required, unsupported } from "../../schema/field-error.ts";
import { defineKind } from "../../schema/kind-strategy.ts";
import { validateLabelSelector } from "../../schema/validation/label-selector.ts";
import { clientConfigErrors } from "./client-config-errors.ts";
import { matchConditionErrors } from "./match-condition-errors.ts";
import { ruleErrors } from "./rule-errors.ts";

const webhookKind = defineKind<WebhookConfiguration>({
  hasGeneration: true,
  countsWholeBody: true,
  validate: ({ webhooks = [] }, errors) => {
    const names = webhooks.map(({ name }) => name);
    webhooks.forEach((webhook, i) => {
      errors.push(...webhookErrors(webhook, `webhooks[${i}]`));
      if (webhook.name && names.indexOf(webhook.name) < i) errors.push(duplicate(`webhooks[${i}].name`, webhook.name));
    });
  },
});

/** Both kinds of configurations. */
export const webhookKinds = {
  "validatingwebhookconfigurations.admissionregistration.k8s.io": webhookKind,
  "mutatingwebhookconfigurations.admissionregistration.k8s.io": webhookKind,
};

const webhookErrors = (webhook: Webhook, path: string): readonly FieldError[] => {
  const errors: FieldError[] = [...nameErrors(webhook.name ?? "", `${path}.name`)];
  const { admissionReviewVersions = [], sideEffects, timeoutSeconds = 10, matchConditions = [] } = webhook;
  for (const [i, rule] of (webhook.rules ?? []).entries()) errors.push(...ruleErrors(rule, `${path}.rules[${i}]`));
  errors.push(...oneOf(webhook.failurePolicy, ["Fail", "Ignore"], `${path}.failurePolicy`));
  errors.push(...oneOf(webhook.matchPolicy, ["Equivalent", "Exact"], `${path}.matchPolicy`));
  if (sideEffects === undefined) errors.push(required(`${path}.sideEffects`, "must specify one of None, NoneOnDryRun"));
  else errors.push(...oneOf(sideEffects, ["None", "NoneOnDryRun"], `${path}.sideEffects`));
  if (timeoutSeconds < 1 || timeoutSeconds > 30)
    errors.push(invalidValue(`${path}.timeoutSeconds`, timeoutSeconds, "the timeout value must be between 1 and 30 seconds"));
  validateLabelSelector(webhook.namespaceSelector ?? {}, `${path}.namespaceSelector`, errors);
  validateLabelSelector(webhook.objectSelector ?? {}, `${path}.objectSelector`, errors);
  errors.push(...oneOf(webhook.reinvocationPolicy, ["IfNeeded", "Never"], `${path}.reinvocationPolicy`));
  errors.push(...clientConfigErrors(webhook.clientConfig ?? {}, `${path}.clientConfig`));
  errors.push(...matchConditionErrors(matchConditions, `${path}.matchConditions`, CONDITION_NAMES));
  return [...errors, ...versionErrors(admissionReviewVersions, `${path}.admissionReviewVersions`)];
};

/** Variables that match conditions may use. */
const CONDITION_NAMES = ["object", "oldObject", "request", "authorizer"];

const nameErrors = (name: string, path: string): readonly FieldError[] => {
  if (name === "") return [required(path)];
  const problems = subdomainProblems(name);
  if (problems.length > 0) return [invalidValue(path, name, problems.join(","))];
  return name.split(".").length < 3 ? [invalidValue(path, name, "should be a domain with at least three segments separated by dots")] : [];
};

const oneOf = (value: string | undefined, allowed: readonly string[], field: string): readonly FieldError[] =>
  value === undefined || allowed.includes(value) ? [] : [unsupported(field, value, allowed)];

const versionErrors = (versions: readonly string[], path: string): readonly FieldError[] => {
  if (versions.length === 0) return [required(path, "must specify one of v1, v1beta1")];
  const errors = versions.flatMap((version, i) =>
    versions.indexOf(version) < i
      ? [invalidValue(`${path}[${i}]`, version, "duplicate version")]
      : invalidEach(`${path}[${i}]`, version, dns1035Problems(version)),
  );
  const isKnown = versions.some((version) => version === "v1" || version === "v1beta1");
  return isKnown ? errors : [...errors, invalidValue(path, versions, "must include at least one of v1, v1beta1")];
};
