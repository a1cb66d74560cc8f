import type { KubeObject, LabelSelector } from "#kube/types/meta.ts";
import type { WebhookRule } from "#kube/types/webhooks.ts";

/** `admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy`. */
export interface AdmissionPolicy extends KubeObject {
  readonly spec: {
    readonly failurePolicy?: string;
    readonly paramKind?: { readonly apiVersion: string; readonly kind: string };
    readonly matchConstraints?: MatchResources;
    readonly matchConditions?: readonly { readonly name: string; readonly expression: string }[];
    readonly variables?: readonly { readonly name: string; readonly expression: string }[];
    readonly validations?: readonly Validation[];
    readonly auditAnnotations?: readonly { readonly key: string; readonly valueExpression: string }[];
  };
}

/** One rule of a policy. */
export interface Validation {
  readonly expression: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
}

/** Resources that a policy or a binding matches. */
export interface MatchResources {
  readonly resourceRules?: readonly (WebhookRule & { readonly resourceNames?: readonly string[] })[];
  readonly excludeResourceRules?: readonly (WebhookRule & { readonly resourceNames?: readonly string[] })[];
  readonly matchPolicy?: string;
  readonly namespaceSelector?: LabelSelector;
  readonly objectSelector?: LabelSelector;
}

/** `admissionregistration.k8s.io/v1 ValidatingAdmissionPolicyBinding`: puts a policy into force. */
export interface PolicyBinding extends KubeObject {
  readonly spec: {
    readonly policyName: string;
    readonly validationActions?: readonly string[];
    readonly matchResources?: MatchResources;
    readonly paramRef?: ParamRef;
  };
}

/** Reference to the objects that a policy gets as `params`. */
export interface ParamRef {
  readonly name?: string;
  readonly namespace?: string;
  readonly selector?: LabelSelector;
  readonly parameterNotFoundAction?: string;
}

/** Resources of policies and bindings in the store. */
export const POLICIES = "validatingadmissionpolicies.admissionregistration.k8s.io";
export const BINDINGS = "validatingadmissionpolicybindings.admissionregistration.k8s.io";
