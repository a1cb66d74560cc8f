import { isSameJson } from "#core/canonical-json.ts";
import type { CheckedSpec } from "#kube/objects/pod-security/checked-pod.ts";
import { detailText, violationsOf } from "#kube/objects/pod-security/evaluate-pod.ts";
import { hasPodSecurityLabels, policyOf } from "#kube/objects/pod-security/policy.ts";
import type { Namespace } from "#kube/types/cluster.ts";
import type { KubeObject, Status } from "#kube/types/meta.ts";
import { forbidden, invalid } from "../../../http/status.ts";
import { invalidValue } from "../../../schema/field-error.ts";
import type { RequestContext } from "../../../schema/kind-strategy.ts";
import { getObject } from "../../../store/store.ts";
import type { AdmissionPlugin } from "../admission-plugin.ts";
import { namespaceWarnings } from "./namespace-warnings.ts";

/** Pod Security: namespaces say by labels how much their pods may ask of the node. */
export const podSecurity: AdmissionPlugin = {
  resources: new Set([
    "namespaces",
    "pods",
    "replicationcontrollers",
    "podtemplates",
    "replicasets.apps",
    "deployments.apps",
    "statefulsets.apps",
    "daemonsets.apps",
    "jobs.batch",
    "cronjobs.batch",
  ]),
  validate: (context, object, old) => {
    if (object.kind === "Namespace") return checkNamespace(context, object as Namespace, old as Namespace | undefined);
    const namespace = getObject(context.world, "namespaces", undefined, object.metadata.namespace ?? "");
    if (!hasPodSecurityLabels(namespace?.metadata.labels)) return undefined;
    if (context.subresource !== undefined && context.subresource !== "ephemeralcontainers") return undefined;
    const policy = policyOf(namespace?.metadata.labels);
    const template = templateOf(object);
    if (template?.spec === undefined || (object.kind === "Pod" && !isSignificant(object, old))) return undefined;
    const check = (mode: "enforce" | "warn") => violationsOf(policy[mode], template.spec as CheckedSpec, template.metadata?.annotations);
    if (object.kind === "Pod") {
      const enforced = check("enforce");
      if (enforced.length > 0)
        return forbidden(context.row, object.metadata.name, `violates PodSecurity "${policy.enforce.text}": ${detailText(enforced)}`);
    }
    const warned = check("warn");
    if (warned.length > 0) context.warnings.push(`would violate PodSecurity "${policy.warn.text}": ${detailText(warned)}`);
    return undefined;
  },
};

interface Template {
  readonly metadata?: { readonly annotations?: Readonly<Record<string, string>> };
  readonly spec?: CheckedSpec;
}

const templateOf = (object: KubeObject): Template | undefined => {
  const { spec, template } = object as KubeObject & {
    readonly spec?: { readonly template?: Template; readonly jobTemplate?: { readonly spec?: { readonly template?: Template } } };
    readonly template?: Template;
  };
  if (object.kind === "Pod") return object as Template;
  if (object.kind === "PodTemplate") return template;
  return object.kind === "CronJob" ? spec?.jobTemplate?.spec?.template : spec?.template;
};

/** Tells whether an update changes images or ephemeral containers; most other fields of a pod are immutable. */
const isSignificant = (pod: KubeObject, old: KubeObject | undefined): boolean => {
  if (old === undefined) return true;
  const [now, before] = [(pod as Template).spec, (old as Template).spec];
  if (now === before) return false;
  return !isSameJson(
    [now?.containers, now?.initContainers, now?.ephemeralContainers],
    [before?.containers, before?.initContainers, before?.ephemeralContainers],
  );
};

const checkNamespace = (context: RequestContext, namespace: Namespace, old: Namespace | undefined): Status | undefined => {
  const { name, labels } = namespace.metadata;
  if (context.subresource !== undefined || labels === old?.metadata.labels) return undefined;
  const policy = policyOf(labels);
  const before = policyOf(old?.metadata.labels);
  if (policy.errors.length > 0 && (old === undefined || !isSameJson(policy.errors, before.errors)))
    return invalid(
      "Namespace",
      "",
      name,
      policy.errors.map(({ field, value, detail }) => invalidValue(field, value, detail)),
    );
  if (old !== undefined) context.warnings.push(...namespaceWarnings(context.world, name, policy.enforce, before.enforce));
  return undefined;
};
