import { isSameJson } from "#core/canonical-json.ts";
import { matchesLabelSelector } from "#kube/label-selector.ts";
import { labelProblems } from "#kube/names.ts";
import type { IntOrString, KubeObject, LabelSelector } from "#kube/types/meta.ts";
import type { PodTemplateSpec } from "#kube/types/pod.ts";
import type { DaemonSet, Deployment, ReplicaSet, StatefulSet } from "#kube/types/workloads.ts";
import type { Raw } from "../codec/same.ts";
import { type FieldError, forbiddenField, inOrder, invalidEach, invalidValue, required, unsupported } from "../field-error.ts";
import { defineKind } from "../kind-strategy.ts";
import { amountOf, atMostAll, positiveOrPercent } from "../validation/amounts.ts";
import { validateLabelSelector } from "../validation/label-selector.ts";
import { validatePodTemplate } from "../validation/pod-spec.ts";
import { validateClaimSpec } from "./claim-spec.ts";
import { warnAboutEnv } from "./pod.ts";
import { podTemplateKind } from "./pod-template.ts";

interface Workload extends KubeObject {
  readonly spec: { readonly selector?: LabelSelector; readonly template?: PodTemplateSpec };
}

const warnAboutTemplate = (workload: Workload, old: Workload | undefined, warnings: string[]): void => {
  if (workload.spec.template !== undefined && workload.spec.template !== old?.spec.template) {
    warnAboutEnv(workload.spec.template.spec, "spec.template.spec", warnings);
  }
};

const deploymentKind = defineKind<Deployment>({
  hasGeneration: true,
  countsAnnotations: true,
  hasStatus: true,
  warn: warnAboutTemplate,
  validate: ({ spec }, errors) => {
    atLeastZero(spec.replicas, "spec.replicas", errors);
    validateSelector(spec.selector, "deployment", errors);
    validateTemplate(spec, errors);
    validateStrategy(spec.strategy, errors);
    atLeastZero(spec.minReadySeconds, "spec.minReadySeconds", errors);
    atLeastZero(spec.revisionHistoryLimit, "spec.revisionHistoryLimit", errors);
    atLeastZero(spec.progressDeadlineSeconds, "spec.progressDeadlineSeconds", errors);
    if (spec.progressDeadlineSeconds !== undefined && spec.progressDeadlineSeconds <= (spec.minReadySeconds ?? 0)) {
      errors.push(invalidValue("spec.progressDeadlineSeconds", spec.progressDeadlineSeconds, "must be greater than minReadySeconds"));
    }
  },
  validateUpdate: (workload, old, errors) => immutable(workload.spec.selector, old.spec.selector, "spec.selector", errors),
});

const replicaSetKind = defineKind<ReplicaSet>({
  hasGeneration: true,
  hasStatus: true,
  warn: warnAboutTemplate,
  validate: ({ spec }, errors) => {
    atLeastZero(spec.replicas, "spec.replicas", errors);
    atLeastZero(spec.minReadySeconds, "spec.minReadySeconds", errors);
    validateSelector(spec.selector, "replicaset", errors);
    validateTemplate(spec, errors);
  },
  validateUpdate: (workload, old, errors) => immutable(workload.spec.selector, old.spec.selector, "spec.selector", errors),
});

/** The server leaves this field out: its feature is off as it comes. */
const withoutMaxUnavailable = (set: StatefulSet): StatefulSet => {
  const rolling = set.spec.updateStrategy?.rollingUpdate;
  if (rolling?.maxUnavailable === undefined) return set;
  const { maxUnavailable: _off, ...rollingUpdate } = rolling;
  return { ...set, spec: { ...set.spec, updateStrategy: { ...set.spec.updateStrategy, rollingUpdate } } };
};

const statefulSetKind = defineKind<StatefulSet>({
  hasGeneration: true,
  hasStatus: true,
  warn: warnAboutTemplate,
  prepareCreate: withoutMaxUnavailable,
  prepareUpdate: withoutMaxUnavailable,
  validate: ({ spec }, errors) => {
    if (spec.podManagementPolicy !== "OrderedReady" && spec.podManagementPolicy !== "Parallel") {
      const detail = "must be 'OrderedReady' or 'Parallel'";
      errors.push(invalidValue("spec.podManagementPolicy", spec.podManagementPolicy, detail));
    }
    validateSetUpdates(spec.updateStrategy, errors);
    validateRetention(spec.persistentVolumeClaimRetentionPolicy, errors);
    for (const [i, claim] of (spec.volumeClaimTemplates ?? []).entries()) {
      validateClaimSpec(claim.spec ?? {}, `spec.volumeClaimTemplates[${i}].spec`, errors);
    }
    atLeastZero(spec.replicas, "spec.replicas", errors);
    atLeastZero(spec.minReadySeconds, "spec.minReadySeconds", errors);
    atLeastZero(spec.ordinals?.start, "spec.ordinals.start", errors);
    if (spec.serviceName) errors.push(...invalidEach("spec.serviceName", spec.serviceName, labelProblems(spec.serviceName)));
    validateSelector(spec.selector, "statefulset", errors);
    const claims = (spec.volumeClaimTemplates ?? []).map(({ metadata }) => metadata.name);
    validateTemplate(spec, errors, { kind: "StatefulSet", claims });
  },
  validateUpdate: (workload, old, errors) => {
    const fixed = ({ spec }: StatefulSet): Raw => {
      const {
        replicas: _r,
        template: _t,
        updateStrategy: _u,
        persistentVolumeClaimRetentionPolicy: _p,
        minReadySeconds: _m,
        ...rest
      } = spec;
      const { ordinals: _o, revisionHistoryLimit: _h, ...kept } = rest as Raw;
      return kept;
    };
    if (!isSameJson(fixed(workload), fixed(old))) errors.push(forbiddenField("spec", STATEFUL_SET_UPDATE));
  },
});

const validateSetUpdates = (strategy: StatefulSet["spec"]["updateStrategy"], errors: FieldError[]): void => {
  const path = "spec.updateStrategy";
  const { type = "", rollingUpdate: rolling } = strategy ?? {};
  const shown = rolling === undefined ? null : { Partition: rolling.partition ?? 0, MaxUnavailable: rolling.maxUnavailable ?? null };
  if (type === "") return void errors.push(required(path));
  if (type === "OnDelete") {
    const detail = "only allowed for updateStrategy 'RollingUpdate'";
    if (rolling !== undefined) errors.push(invalidValue(`${path}.rollingUpdate`, inOrder(shown), detail));
    return;
  }
  if (type !== "RollingUpdate") {
    const whole = inOrder({ Type: type, RollingUpdate: shown });
    return void errors.push(invalidValue(path, whole, "must be 'RollingUpdate' or 'OnDelete'"));
  }
  atLeastZero(rolling?.partition, `${path}.rollingUpdate.partition`, errors);
};

const validateRetention = (policy: StatefulSet["spec"]["persistentVolumeClaimRetentionPolicy"], errors: FieldError[]): void => {
  if (policy === undefined) return;
  for (const member of ["whenDeleted", "whenScaled"] as const) {
    const wish = policy[member] ?? "";
    if (wish === "Retain" || wish === "Delete") continue;
    errors.push(unsupported(`spec.persistentVolumeClaimRetentionPolicy.${member}`, wish, ["Retain", "Delete"]));
  }
};

const TEMPLATE_GENERATION = "deprecated.daemonset.template.generation";

const withTemplateGeneration = (daemonSet: DaemonSet, generation: number): DaemonSet => {
  const annotations = { ...daemonSet.metadata.annotations, [TEMPLATE_GENERATION]: `${generation}` };
  return { ...daemonSet, metadata: { ...daemonSet.metadata, annotations } };
};

const daemonSetKind = defineKind<DaemonSet>({
  hasGeneration: true,
  hasStatus: true,
  warn: warnAboutTemplate,
  prepareCreate: (daemonSet) => withTemplateGeneration(daemonSet, 1),
  prepareUpdate: (daemonSet, old) => {
    const before = Number(old.metadata.annotations?.[TEMPLATE_GENERATION] ?? 0);
    return withTemplateGeneration(daemonSet, isSameJson(daemonSet.spec.template, old.spec.template) ? before : before + 1);
  },
  validate: ({ spec }, errors) => {
    validateSelector(spec.selector, "daemonset", errors);
    validateTemplate(spec, errors, { kind: "DaemonSet" });
    atLeastZero(spec.minReadySeconds, "spec.minReadySeconds", errors);
    validateDaemonUpdates(spec.updateStrategy, errors);
    atLeastZero(spec.revisionHistoryLimit, "spec.revisionHistoryLimit", errors);
  },
  // What may not change is told before what is wrong with the new spec.
  validateUpdate: ({ spec }, old, errors) => {
    const fixed: FieldError[] = [];
    immutable(spec.selector, old.spec.selector, "spec.selector", fixed);
    errors.unshift(...fixed);
  },
});

const validateDaemonUpdates = (strategy: DaemonSet["spec"]["updateStrategy"], errors: FieldError[]): void => {
  const path = "spec.updateStrategy";
  const { type = "", rollingUpdate: rolling } = strategy ?? {};
  if (type === "OnDelete") return;
  if (type !== "RollingUpdate") {
    const shown = inOrder({ Type: type, RollingUpdate: rolling === undefined ? null : shownRolling(rolling) });
    return void errors.push(unsupported(path, shown, ["RollingUpdate", "OnDelete"]));
  }
  if (rolling === undefined) return void errors.push(required(`${path}.rollingUpdate`));
  const { maxUnavailable = 0, maxSurge = 0 } = rolling;
  const place = `${path}.rollingUpdate`;
  positiveOrPercent(maxUnavailable, `${place}.maxUnavailable`, errors);
  positiveOrPercent(maxSurge, `${place}.maxSurge`, errors);
  atMostAll(maxUnavailable, `${place}.maxUnavailable`, errors);
  atMostAll(maxSurge, `${place}.maxSurge`, errors);
  const [away, more] = [amountOf(maxUnavailable) !== 0, amountOf(maxSurge) !== 0];
  if (away && more) errors.push(invalidValue(`${place}.maxSurge`, maxSurge, "may not be set when maxUnavailable is non-zero"));
  if (!away && !more) errors.push(required(`${place}.maxUnavailable`, "cannot be 0 when maxSurge is 0"));
};

const shownRolling = ({
  maxUnavailable = 0,
  maxSurge = 0,
}: {
  readonly maxUnavailable?: IntOrString;
  readonly maxSurge?: IntOrString;
}): Raw => ({
  MaxUnavailable: maxUnavailable,
  MaxSurge: maxSurge,
});

const STATEFUL_SET_UPDATE =
  "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";

/** Adds an error for a negative number. */
export const atLeastZero = (value: number | undefined, path: string, errors: FieldError[]): void => {
  if (value !== undefined && value < 0) errors.push(invalidValue(path, value, "must be greater than or equal to 0"));
};

/** Adds an error when a field that is fixed has changed. */
export const immutable = (value: unknown, old: unknown, path: string, errors: FieldError[]): void => {
  if (!isSameJson(value, old)) errors.push(invalidValue(path, value, "field is immutable"));
};

const validateSelector = (selector: LabelSelector | undefined, kind: string, errors: FieldError[]): void => {
  if (selector === undefined) return void errors.push(required("spec.selector"));
  validateLabelSelector(selector, "spec.selector", errors);
  if (isEmpty(selector)) errors.push(invalidValue("spec.selector", selector, `empty selector is invalid for ${kind}`));
};

const isEmpty = ({ matchLabels = {}, matchExpressions = [] }: LabelSelector): boolean =>
  Object.keys(matchLabels).length + matchExpressions.length === 0;

interface TemplateOwner {
  readonly kind: string;
  /** Volumes that each pod gets from a claim of its own. */
  readonly claims?: readonly string[];
}

const validateTemplate = (
  { selector, template }: Workload["spec"],
  errors: FieldError[],
  { kind, claims = [] }: TemplateOwner = { kind: "ReplicaSet" },
): void => {
  const selectorErrors: FieldError[] = [];
  if (selector !== undefined) validateLabelSelector(selector, "spec.selector", selectorErrors);
  // Against a selector that cannot be read no template is held.
  if (kind === "ReplicaSet" && selectorErrors.length > 0)
    return void errors.push(invalidValue("spec.selector", selector, "invalid label selector"));
  if (template === undefined) return void errors.push(required("spec.template"));
  const labels = template.metadata?.labels ?? {};
  if (!matchesLabelSelector(selector, labels)) {
    errors.push(invalidValue("spec.template.metadata.labels", template.metadata?.labels, "`selector` does not match template `labels`"));
  }
  validatePodTemplate(template, "spec.template", errors, claims);
  const { restartPolicy, activeDeadlineSeconds } = template.spec;
  if (restartPolicy !== "Always") errors.push(unsupported("spec.template.spec.restartPolicy", restartPolicy, ["Always"]));
  if (activeDeadlineSeconds !== undefined) {
    errors.push(forbiddenField("spec.template.spec.activeDeadlineSeconds", `activeDeadlineSeconds in ${kind} is not Supported`));
  }
};

const validateStrategy = (strategy: Deployment["spec"]["strategy"], errors: FieldError[]): void => {
  const path = "spec.strategy";
  const rolling = strategy?.rollingUpdate;
  if (strategy?.type === "Recreate") {
    if (rolling !== undefined)
      errors.push(forbiddenField(`${path}.rollingUpdate`, "may not be specified when strategy `type` is 'Recreate'"));
    return;
  }
  if (strategy?.type !== "RollingUpdate") {
    const shown = { Type: strategy?.type ?? "", RollingUpdate: rolling === undefined ? null : shownRolling(rolling) };
    errors.push(unsupported(path, inOrder(shown), ["Recreate", "RollingUpdate"]));
    return;
  }
  const { maxUnavailable = 0, maxSurge = 0 } = rolling ?? {};
  positiveOrPercent(maxUnavailable, `${path}.rollingUpdate.maxUnavailable`, errors);
  positiveOrPercent(maxSurge, `${path}.rollingUpdate.maxSurge`, errors);
  if (amountOf(maxUnavailable) === 0 && amountOf(maxSurge) === 0) {
    errors.push(invalidValue(`${path}.rollingUpdate.maxUnavailable`, maxUnavailable, "may not be 0 when `maxSurge` is 0"));
  }
  atMostAll(maxUnavailable, `${path}.rollingUpdate.maxUnavailable`, errors);
};

interface ReplicationController extends KubeObject {
  readonly spec: {
    readonly replicas?: number;
    readonly minReadySeconds?: number;
    readonly selector?: Readonly<Record<string, string>>;
    readonly template?: PodTemplateSpec;
  };
  readonly status?: { readonly replicas?: number };
}

const replicationControllerKind = defineKind<ReplicationController>({
  hasGeneration: true,
  hasStatus: true,
  validate: ({ spec }, errors) => {
    atLeastZero(spec.minReadySeconds, "spec.minReadySeconds", errors);
    const matchLabels = spec.selector ?? {};
    if (Object.keys(matchLabels).length === 0) errors.push(required("spec.selector"));
    atLeastZero(spec.replicas, "spec.replicas", errors);
    const { template } = spec;
    validateTemplate({ selector: { matchLabels }, ...(template && { template }) }, errors, { kind: "ReplicationController" });
  },
  fields: { "status.replicas": ({ status }) => `${status?.replicas ?? 0}` },
});

/** Workloads that keep pods running. */
export const workloadKinds = {
  podtemplates: podTemplateKind,
  "deployments.apps": deploymentKind,
  "replicasets.apps": replicaSetKind,
  "statefulsets.apps": statefulSetKind,
  "daemonsets.apps": daemonSetKind,
  replicationcontrollers: replicationControllerKind,
};
