import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "namespace/hotel-reservation",
  params: { target: "deployment/search", version: "unset" },
  resources: ["ns/hotel-reservation", "namespaces/hotel-reservation", "Namespace/hotel-reservation", "deployment/search"],
  otherResources: ["namespace/kube-system", "deployment/geo", "resourcequota/hotel-reservation"],
  texts: [
    "The namespace hotel-reservation enforces the restricted Pod Security level, and the pods of search violate it.",
    'search gets no pods: violates PodSecurity "restricted:latest": allowPrivilegeEscalation != false.',
    "Pod Security admission refuses the new pod of search, because the namespace is labelled enforce=restricted.",
    "namespace/hotel-reservation has the label pod-security.kubernetes.io/enforce=restricted; pods of search are forbidden.",
    "Someone set the PSA label of the namespace to restricted.",
    "The pod security standard of the namespace was raised to restricted, so search cannot recreate its pods.",
    "The ReplicaSet of search fails to create pods since they violate PodSecurity restricted.",
    "Namespace hotel-reservation now enforces restricted, which none of the application's pods meets.",
    "FailedCreate on search: pod security of the namespace is too strict.",
    "The restricted pod security profile is enforced on the namespace; search has no pods.",
    "pods of search are rejected by PodSecurity (runAsNonRoot != true, seccompProfile).",
    "The label pod-security.kubernetes.io/enforce on the namespace blocks new pods of search.",
    "A PodSecurity level of restricted is enforced on ns/hotel-reservation, the search pod is not allowed.",
    "The namespace's pod security policy forbids the pods of search.",
  ],
  types: [
    "pod-security",
    "psa-restricted",
    "PodSecurity restricted",
    "pod security admission",
    "pod-security-standard-too-strict",
    "namespace enforces restricted",
    "psa label",
    "pod security violation",
  ],
} satisfies FaultTexts;
