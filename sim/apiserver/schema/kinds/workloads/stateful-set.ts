import { isSameJson } from "#core/canonical-json.ts";
import { labelProblems } from "#kube/objects/names.ts";
import type { PodTemplateSpec, Volume } from "#kube/types/pod.ts";
import type { StatefulSet } from "#kube/types/workloads.ts";
import type { Raw } from "../../codec/same.ts";
import { type FieldError, forbiddenField, inOrder, invalidEach, invalidValue, required, unsupported } from "../../field-error.ts";
import { defineKind } from "../../kind-strategy.ts";
import { atLeastZero } from "../../validation/amounts.ts";
import { validateClaimSpec } from "../../validation/claim-spec.ts";
import { claimSpecWarnings } from "../../warnings/storage-warnings.ts";
import { warnAboutTemplate } from "../../warnings/workload-warnings.ts";
import { validateSelector, validateTemplate } from "./workload-template.ts";

/** StatefulSets: pods with names and claims of their own; little of them may change. */
export const statefulSetKind = defineKind<StatefulSet>({
  nameRule: "label",
  hasGeneration: true,
  hasStatus: true,
  warn: (set, old, warnings) => {
    warnAboutTemplate(set, old, warnings);
    if (set.spec === old?.spec) return;
    for (const [i, { spec }] of (set.spec.volumeClaimTemplates ?? []).entries())
      warnings.push(...claimSpecWarnings(spec, `spec.volumeClaimTemplates[${i}]${old === undefined ? "" : ".Spec"}`));
    if ((set.spec.revisionHistoryLimit ?? 0) < 0)
      warnings.push("spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended");
  },
  prepareCreate: (set) => withoutMaxUnavailable(set),
  prepareUpdate: (set) => withoutMaxUnavailable(set),
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
    validateTemplate(
      { ...spec, ...(spec.template && { template: withClaims(spec.template, spec.volumeClaimTemplates) }) },
      errors,
      "StatefulSet",
    );
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

/** The template as its pods will have it: with the volumes of their claims before the others. */
const withClaims = (template: PodTemplateSpec, claims: StatefulSet["spec"]["volumeClaimTemplates"] = []): PodTemplateSpec => {
  if (claims.length === 0) return template;
  const names = new Set(claims.map(({ metadata }) => metadata?.name ?? ""));
  const added = [...names].map((name): Volume => ({ name, persistentVolumeClaim: { claimName: name } }));
  const volumes = [...added, ...(template.spec.volumes ?? []).filter(({ name }) => !names.has(name))];
  return { ...template, spec: { ...template.spec, volumes } };
};

const STATEFUL_SET_UPDATE =
  "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";

/** The server leaves this field out: its feature is off as it comes. */
const withoutMaxUnavailable = (set: StatefulSet): StatefulSet => {
  const rolling = set.spec.updateStrategy?.rollingUpdate;
  if (rolling?.maxUnavailable === undefined) return set;
  const { maxUnavailable: _off, ...rollingUpdate } = rolling;
  return { ...set, spec: { ...set.spec, updateStrategy: { ...set.spec.updateStrategy, rollingUpdate } } };
};

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
