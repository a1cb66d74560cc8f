import type { Webhook, WebhookConfiguration } from "#kube/types/webhooks.ts";

/** Parts of a configuration with one webhook that is asked of each new pod of a namespace. */
export interface PodWebhook extends Pick<Webhook, "failurePolicy" | "objectSelector" | "timeoutSeconds" | "matchConditions"> {
  readonly name: string;
  readonly service: string;
  readonly namespace: string;
  /** Resources of which it is asked; missing: pods. */
  readonly resources?: readonly string[];
  /** Certificate by which its server is known, PEM in base 64, of one that changes pods; missing: it judges them alone. */
  readonly mutatesBy?: string;
}

/** Creates a configuration as the charts of such webhooks have it. */
export const podWebhook = ({
  name,
  service,
  namespace,
  resources = ["pods"],
  mutatesBy: caBundle,
  ...webhook
}: PodWebhook): WebhookConfiguration => ({
  apiVersion: "admissionregistration.k8s.io/v1",
  kind: caBundle === undefined ? "ValidatingWebhookConfiguration" : "MutatingWebhookConfiguration",
  metadata: { name },
  webhooks: [
    {
      name: `${name}.${service}.svc`,
      clientConfig: {
        service: { namespace, name: service, path: caBundle === undefined ? "/validate" : "/mutate", port: 443 },
        ...(caBundle !== undefined && { caBundle }),
      },
      rules: [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources, scope: "Namespaced" }],
      namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": namespace } },
      sideEffects: "None",
      admissionReviewVersions: ["v1"],
      matchPolicy: "Equivalent",
      ...webhook,
    },
  ],
});

/** Names of a configuration and of the Service that it asks. */
export interface WebhookNames {
  readonly configuration: string;
  readonly backend: string;
}

/** Names that people give to such webhooks. */
export const WEBHOOKS: readonly WebhookNames[] = [
  { configuration: "pod-guard", backend: "pod-guard-server" },
  { configuration: "release-gate", backend: "release-gate" },
  { configuration: "owner-check", backend: "owner-check-webhook" },
  { configuration: "signature-check", backend: "signature-verifier" },
  { configuration: "sbom-check", backend: "sbom-verifier" },
  { configuration: "cost-guard", backend: "cost-guard-webhook" },
  { configuration: "workload-validator", backend: "workload-validator" },
];

/** Names of the harmless ones, none of which a fault's has: the two can come together. */
export const OTHER_WEBHOOKS: readonly WebhookNames[] = [
  { configuration: "audit-trail", backend: "audit-trail-webhook" },
  { configuration: "pod-linter", backend: "pod-linter" },
  { configuration: "owner-labels", backend: "owner-labels-webhook" },
  { configuration: "usage-report", backend: "usage-report-server" },
  { configuration: "config-lint", backend: "config-lint-webhook" },
  { configuration: "naming-rules", backend: "naming-rules-server" },
];
