import { ok, type Result } from "#core/result.ts";
import type { KubeObject, Status } from "#kube/types/meta.ts";
import type { RequestContext } from "../../schema/kind-strategy.ts";
import { admissionPolicies } from "../admission-policies/policy-admission.ts";
import { mutatingWebhooks, validatingWebhooks } from "../webhooks/webhook-admission.ts";
import type { AdmissionPlugin } from "./admission-plugin.ts";
import { claimResize } from "./claim-resize.ts";
import { defaultIngressClass } from "./default-ingress-class.ts";
import { defaultStorageClass } from "./default-storage-class.ts";
import { defaultTolerations } from "./default-tolerations.ts";
import { limitRanger } from "./limit-ranger.ts";
import { namespaceLifecycle } from "./namespace-lifecycle.ts";
import { nodeTaint } from "./node-taint.ts";
import { podSecurity } from "./pod-security/pod-security.ts";
import { priority } from "./priority.ts";
import { resourceQuota } from "./resource-quota.ts";
import { runtimeClass } from "./runtime-class.ts";
import { serviceAccount } from "./service-account.ts";
import { storageProtection } from "./storage-protection.ts";

/** Lets every plug-in change the object, in the server's order, until one refuses; what a subresource was sent has been through it. */
export const admitChange = (context: RequestContext, object: KubeObject, old: KubeObject | undefined): Result<KubeObject, Status> => {
  let admitted: Result<KubeObject, Status> = ok(object);
  if (context.sent !== undefined) return admitted;
  for (const plugin of pluginsFor(context.row.resource)) {
    if (!admitted.ok) return admitted;
    if (plugin.mutate !== undefined) admitted = plugin.mutate(context, admitted.value, old);
  }
  return admitted;
};

/** The first refusal of the settled object. */
export const validateChange = (context: RequestContext, object: KubeObject, old: KubeObject | undefined): Status | undefined => {
  if (context.sent !== undefined) return undefined;
  for (const plugin of pluginsFor(context.row.resource)) {
    const refused = plugin.validate?.(context, object, old);
    if (refused !== undefined) return refused;
  }
  return undefined;
};

/** The first refusal of a deletion. */
export const validateDeletion = (context: RequestContext, object: KubeObject): Status | undefined => {
  for (const plugin of pluginsFor(context.row.resource)) {
    const refused = plugin.validateDeletion?.(context, object);
    if (refused !== undefined) return refused;
  }
  return undefined;
};

/** In the order in which kube-apiserver calls them. */
const PLUGINS: readonly AdmissionPlugin[] = [
  namespaceLifecycle,
  limitRanger,
  serviceAccount,
  nodeTaint,
  podSecurity,
  priority,
  defaultTolerations,
  defaultStorageClass,
  storageProtection,
  claimResize,
  runtimeClass,
  defaultIngressClass,
  mutatingWebhooks,
  admissionPolicies,
  validatingWebhooks,
  resourceQuota,
];

/** A table of constants, filled as resources are met. */
const byResource = new Map<string, readonly AdmissionPlugin[]>();

const pluginsFor = (resource: string): readonly AdmissionPlugin[] => {
  let plugins = byResource.get(resource);
  if (plugins === undefined) {
    plugins = PLUGINS.filter((plugin) => plugin.resources?.has(resource) ?? true);
    byResource.set(resource, plugins);
  }
  return plugins;
};
