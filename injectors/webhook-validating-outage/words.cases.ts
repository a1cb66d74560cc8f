import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "validatingwebhookconfiguration/pod-guard",
  params: {
    target: "deployment/search",
    configuration: "validatingwebhookconfiguration/pod-guard",
    backend: "service/pod-guard-server",
    timeoutSeconds: 10,
  },
  resources: [
    "validatingwebhookconfigurations/pod-guard",
    "ValidatingWebhookConfiguration/pod-guard",
    "validatingwebhookconfigurations.admissionregistration.k8s.io/pod-guard",
    "service/pod-guard-server",
  ],
  otherResources: ["validatingwebhookconfiguration/release-gate", "deployment/search", "mutatingwebhookconfiguration/pod-guard"],
  texts: [
    "ValidatingWebhookConfiguration pod-guard calls a service that does not exist, so the pods of search are refused.",
    "The validating webhook pod-guard has no backend and its failurePolicy is Fail; search gets no pods.",
    "validatingwebhookconfiguration/pod-guard is down, every new pod is rejected.",
    "Pods of search cannot be created because the admission webhook validatingwebhookconfiguration/pod-guard cannot be reached.",
    "The webhook of validatingwebhookconfiguration/pod-guard points to a missing service.",
    "Validating webhook configuration pod-guard with failurePolicy Fail blocks the pods of search: its service is not found.",
    "validatingwebhookconfigurations/pod-guard: the webhook's backend service doesn't exist.",
    "Someone installed ValidatingWebhookConfiguration/pod-guard without a server behind it.",
    "FailedCreate on search: failed calling webhook of validatingwebhookconfiguration/pod-guard.",
    "The outage of the admission webhook in validatingwebhookconfiguration/pod-guard keeps search from getting pods.",
    "The ValidatingWebhookConfiguration named pod-guard fails closed, and nobody answers its calls.",
    "search has no pods, the validating webhook pod-guard is unreachable.",
    "validatingwebhookconfiguration/pod-guard has a dead backend.",
  ],
  types: [
    "webhook-backend",
    "webhook-validating-outage",
    "admission webhook outage",
    "validating webhook without backend",
    "webhook service not found",
    "webhook-unavailable",
    "failed calling webhook",
    "admission-webhook-failure",
    "webhook backend missing",
  ],
} satisfies FaultTexts;
