import { err, ok, type Result } from "#core/result.ts";
import type { KubeObject, Status } from "#kube/types/meta.ts";
import type { RequestContext, SentObject } from "../../schema/kind-strategy.ts";
import { admissionPolicies } from "../admission-policies/policy-admission.ts";
import type { AdmissionRequest } from "../webhooks/match-webhook.ts";
import { mutatingWebhooks, validatingWebhooks } from "../webhooks/webhook-admission.ts";
import type { AdmissionPlugin } from "./admission-plugin.ts";
import { namespaceLifecycle } from "./namespace-lifecycle.ts";

/** Lets the chain change what a subresource was sent (a Binding, an Eviction, a Scale), or refuse it; `old` is undefined on creation. */
export const admitSent = <T extends object>(context: RequestContext, sent: SentObject, object: T, old?: T): Result<T, Status> => {
  const about = { ...context, sent };
  const before = old as object | undefined as KubeObject | undefined;
  const named = withPlace(object as object as KubeObject, sent);
  let admitted: Result<KubeObject, Status> = ok(named);
  for (const { mutate } of PLUGINS) if (admitted.ok && mutate !== undefined) admitted = mutate(about, admitted.value, before);
  if (!admitted.ok) return admitted;
  for (const { validate } of PLUGINS) {
    const refused = validate?.(about, admitted.value, before);
    if (refused !== undefined) return err(refused);
  }
  return ok(admitted.value === named ? object : (admitted.value as object as T));
};

/** The chain's refusal of a connection to a pod, a Service or a node. */
export const refuseConnection = (context: RequestContext, sent: SentObject, options: object): Status | undefined => {
  const object = { kind: sent.kind.kind, apiVersion: sent.kind.version, ...options } as object as KubeObject;
  const request: AdmissionRequest = { context: { ...context, sent }, operation: "CONNECT", object, old: undefined };
  for (const { validateConnection } of PLUGINS) {
    const refused = validateConnection?.(request);
    if (refused !== undefined) return refused;
  }
  return undefined;
};

/** Those that look at more than the main resource, in the server's order. */
const PLUGINS: readonly AdmissionPlugin[] = [namespaceLifecycle, mutatingWebhooks, admissionPolicies, validatingWebhooks];

const withPlace = (object: KubeObject, { name, namespace }: SentObject): KubeObject => ({
  ...object,
  metadata: { ...object.metadata, name, ...(namespace !== undefined && { namespace }) },
});
