import type { KubeObject, LabelSelector } from "./meta.ts";

/** `admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration` and its mutating twin. */
export interface WebhookConfiguration extends KubeObject {
  readonly webhooks?: readonly Webhook[];
}

/** One webhook: which requests it is asked about, where it is, and what happens when it cannot be asked. */
export interface Webhook {
  readonly name: string;
  readonly clientConfig: ClientConfig;
  readonly rules?: readonly WebhookRule[];
  readonly failurePolicy?: string;
  readonly matchPolicy?: string;
  readonly namespaceSelector?: LabelSelector;
  readonly objectSelector?: LabelSelector;
  readonly sideEffects?: string;
  readonly timeoutSeconds?: number;
  readonly admissionReviewVersions?: readonly string[];
  readonly reinvocationPolicy?: string;
  readonly matchConditions?: readonly { readonly name: string; readonly expression: string }[];
}

/** Address of a webhook: a URL or a Service. */
export interface ClientConfig {
  readonly url?: string;
  readonly service?: { readonly namespace: string; readonly name: string; readonly path?: string; readonly port?: number };
  /** PEM in base 64. */
  readonly caBundle?: string;
}

/** Rule of operations and resources; `*` matches all, `pods/*` all subresources, `*` + `/*` everything. */
export interface WebhookRule {
  readonly operations?: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly apiVersions?: readonly string[];
  readonly resources?: readonly string[];
  readonly scope?: string;
}

/** Resources of webhook configurations in the store. */
export const VALIDATING = "validatingwebhookconfigurations.admissionregistration.k8s.io";
export const MUTATING = "mutatingwebhookconfigurations.admissionregistration.k8s.io";
