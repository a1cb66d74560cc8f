import type { GoTypes } from "../codec/go-types.ts";

/** The types of a webhook configuration; the mutating one has one member more. */
export const webhookTypes = (isMutating: boolean): GoTypes => ({
  Configuration: { go: `${prefix(isMutating)}WebhookConfiguration`, members: { webhooks: "[]Webhook" } },
  Webhook: {
    go: `${prefix(isMutating)}Webhook`,
    members: {
      ...{ name: "string", clientConfig: "Client", rules: "[]Rule", failurePolicy: "string", matchPolicy: "string" },
      ...{ namespaceSelector: "Selector", objectSelector: "Selector", sideEffects: "string", timeoutSeconds: "int32" },
      ...{ admissionReviewVersions: "[]string", matchConditions: "[]Condition" },
      ...(isMutating && { reinvocationPolicy: "string" }),
    },
  },
  Client: { go: "WebhookClientConfig", members: { url: "string", caBundle: "string", service: "Service" } },
  Service: { go: "ServiceReference", members: { namespace: "string", name: "string", path: "string", port: "int32" } },
  Rule: {
    go: "RuleWithOperations",
    members: { operations: "[]string", apiGroups: "[]string", apiVersions: "[]string", resources: "[]string", scope: "string" },
  },
  Condition: { go: "MatchCondition", members: { name: "string", expression: "string" } },
  Selector: { go: "LabelSelector", members: { matchLabels: "{}string", matchExpressions: "[]Requirement" } },
  Requirement: { go: "LabelSelectorRequirement", members: { key: "string", operator: "string", values: "[]string" } },
});

const prefix = (isMutating: boolean): string => (isMutating ? "Mutating" : "Validating");
