import { subdomainProblems } from "#kube/names.ts";
import { compileCel, isProgram } from "../cel/compile.ts";
import type { Decoded } from "../codec/decode.ts";
import { decodeObject } from "../codec/decode.ts";
import { goTypeProblem, withoutNulls } from "../codec/go-types.ts";
import type { Raw } from "../codec/same.ts";
import { pruneUnknown } from "../custom/schema/prune.ts";
import { isObject, type Schema } from "../custom/schema/schema.ts";
import { type FieldError, invalidValue, required, unsupported } from "../field-error.ts";
import { defineKind } from "../kind-strategy.ts";
import { clientConfigErrors } from "./client-config-errors.ts";
import type { Webhook, WebhookConfiguration, WebhookRule } from "./configuration.ts";
import { webhookTypes } from "./webhook-types.ts";

/** How the two kinds of webhook configurations are read, defaulted and checked. */
const webhookKind = (isMutating: boolean) =>
  defineKind<WebhookConfiguration>({
    decode: (input) => decode(input, isMutating),
    hasGeneration: true,
    countsWholeBody: true,
    validate: ({ webhooks = [] }, errors) => {
      const names = new Set<string>();
      webhooks.forEach((webhook, i) => {
        errors.push(...webhookErrors(webhook, `webhooks[${i}]`));
        if (names.has(webhook.name))
          errors.push({
            field: `webhooks[${i}].name`,
            reason: "FieldValueDuplicate",
            detail: `Duplicate value: ${JSON.stringify(webhook.name)}`,
          });
        names.add(webhook.name);
      });
    },
  });

/** Both kinds of configurations. */
export const webhookKinds = {
  "validatingwebhookconfigurations.admissionregistration.k8s.io": webhookKind(false),
  "mutatingwebhookconfigurations.admissionregistration.k8s.io": webhookKind(true),
};

const text: Schema = { type: "string" };
const texts: Schema = { type: "array", items: text };
const free: Schema = { "x-kubernetes-preserve-unknown-fields": true };
const struct = (properties: Readonly<Record<string, Schema>>): Schema => ({ type: "object", properties });

const SHAPE = struct({
  webhooks: {
    type: "array",
    items: struct({
      name: text,
      clientConfig: struct({ url: text, caBundle: text, service: struct({ namespace: text, name: text, path: text, port: free }) }),
      rules: { type: "array", items: struct({ operations: texts, apiGroups: texts, apiVersions: texts, resources: texts, scope: text }) },
      failurePolicy: text,
      matchPolicy: text,
      namespaceSelector: free,
      objectSelector: free,
      sideEffects: text,
      timeoutSeconds: free,
      admissionReviewVersions: texts,
      reinvocationPolicy: text,
      matchConditions: { type: "array", items: struct({ name: text, expression: text }) },
    }),
  },
});

const decode = (input: Raw, isMutating: boolean): Decoded => {
  const types = webhookTypes(isMutating);
  const problem = goTypeProblem(types, "Configuration", input);
  const { metadata: given, ...rest } = withoutNulls(types, "Configuration", input) as Raw;
  const metadata = decodeObject("ObjectMeta", given ?? {});
  if (problem !== undefined) return { value: rest, unknownFields: [], error: problem };
  const { value, unknownFields } = pruneUnknown(SHAPE, rest);
  const body = value as Raw;
  const webhooks = Array.isArray(body["webhooks"])
    ? body["webhooks"].map((webhook) => (isObject(webhook) ? withDefaults(webhook, isMutating) : webhook))
    : undefined;
  return {
    value: { ...body, metadata: metadata.value, ...(webhooks !== undefined && { webhooks }) },
    unknownFields: [...unknownFields, ...metadata.unknownFields.map((field) => `metadata.${field}`)].sort(),
    error: metadata.error,
  };
};

const withDefaults = (webhook: Raw, isMutating: boolean): Raw => {
  const { clientConfig } = webhook as unknown as Partial<Webhook>;
  const service = clientConfig?.service;
  return {
    ...webhook,
    ...(service !== undefined && { clientConfig: { ...clientConfig, service: { ...service, port: service.port ?? 443 } } }),
    failurePolicy: webhook["failurePolicy"] ?? "Fail",
    matchPolicy: webhook["matchPolicy"] ?? "Equivalent",
    namespaceSelector: webhook["namespaceSelector"] ?? {},
    objectSelector: webhook["objectSelector"] ?? {},
    timeoutSeconds: webhook["timeoutSeconds"] ?? 10,
    ...(isMutating && { reinvocationPolicy: webhook["reinvocationPolicy"] ?? "Never" }),
    ...(Array.isArray(webhook["rules"]) && {
      rules: (webhook["rules"] as readonly WebhookRule[]).map((rule) => ({ ...rule, scope: rule.scope ?? "*" })),
    }),
  };
};

const webhookErrors = (webhook: Webhook, path: string): readonly FieldError[] => {
  const errors: FieldError[] = [];
  const { name, admissionReviewVersions = [], sideEffects, timeoutSeconds = 10, matchConditions = [] } = webhook;
  const problem =
    subdomainProblems(name ?? "")[0] ??
    ((name ?? "").split(".").length < 3 ? "should be a domain with at least three segments separated by dots" : undefined);
  if (!name) errors.push(required(`${path}.name`));
  else if (problem !== undefined) errors.push(invalidValue(`${path}.name`, name, problem));
  for (const [i, rule] of (webhook.rules ?? []).entries()) errors.push(...ruleErrors(rule, `${path}.rules[${i}]`));
  errors.push(...oneOf(webhook.failurePolicy, ["Fail", "Ignore"], `${path}.failurePolicy`));
  errors.push(...oneOf(webhook.matchPolicy, ["Equivalent", "Exact"], `${path}.matchPolicy`));
  if (sideEffects === undefined) errors.push(required(`${path}.sideEffects`, "must specify one of None, NoneOnDryRun"));
  else errors.push(...oneOf(sideEffects, ["None", "NoneOnDryRun"], `${path}.sideEffects`));
  if (timeoutSeconds < 1 || timeoutSeconds > 30)
    errors.push(invalidValue(`${path}.timeoutSeconds`, timeoutSeconds, "the timeout value must be between 1 and 30 seconds"));
  errors.push(...clientConfigErrors(webhook.clientConfig ?? {}, `${path}.clientConfig`));
  if (admissionReviewVersions.length === 0) errors.push(required(`${path}.admissionReviewVersions`, "must specify one of v1, v1beta1"));
  else if (!admissionReviewVersions.some((version) => version === "v1" || version === "v1beta1"))
    errors.push(invalidValue(`${path}.admissionReviewVersions`, admissionReviewVersions, "must include at least one of v1, v1beta1"));
  for (const [i, { expression }] of matchConditions.entries()) {
    const compiled = compileCel(expression ?? "", CONDITION_NAMES);
    if (!isProgram(compiled)) errors.push(invalidValue(`${path}.matchConditions[${i}].expression`, expression, compiled.problem));
  }
  return errors;
};

/** What match conditions may speak of. */
const CONDITION_NAMES = { object: undefined, oldObject: undefined, request: undefined, authorizer: undefined };

const oneOf = (value: string | undefined, allowed: readonly string[], field: string): readonly FieldError[] =>
  value === undefined || allowed.includes(value) ? [] : [unsupported(field, value, allowed)];

const OPERATIONS = ["*", "CONNECT", "CREATE", "DELETE", "UPDATE"];

const ruleErrors = (
  { operations = [], apiGroups = [], apiVersions = [], resources = [], scope }: WebhookRule,
  path: string,
): readonly FieldError[] => {
  const errors: FieldError[] = [];
  const list = (name: string, values: readonly string[], what: string): void => {
    if (values.length === 0) errors.push(required(`${path}.${name}`));
    else if (values.length > 1 && values.includes("*"))
      errors.push(invalidValue(`${path}.${name}`, values, `if '*' is present, must not specify other ${what}`));
  };
  list("operations", operations, "operations");
  for (const [i, operation] of operations.entries()) errors.push(...oneOf(operation, OPERATIONS, `${path}.operations[${i}]`));
  list("apiGroups", apiGroups, "API groups");
  list("apiVersions", apiVersions, "API versions");
  if (resources.length === 0) errors.push(required(`${path}.resources`));
  errors.push(...oneOf(scope, ["*", "Cluster", "Namespaced"], `${path}.scope`));
  return errors;
};
