import { isSameJson } from "#core/canonical-json.ts";
import { qualifiedNameProblems } from "#kube/objects/names.ts";
import type { PersistentVolumeClaim, StorageClass, TopologyTerm } from "#kube/types/storage.ts";
import { duplicate, type FieldError, forbiddenField, invalidEach, invalidValue, required, unsupported } from "../../field-error.ts";
import { defineKind } from "../../kind-strategy.ts";
import { type Source, validateClaimSpec } from "../../validation/claim-spec.ts";
import { immutable } from "../../validation/immutable.ts";
import { claimWarnings, classWarnings } from "../../warnings/storage-warnings.ts";
import { validateClaimUpdate } from "./claim-update.ts";
import { volumeKind } from "./persistent-volume.ts";

const claimKind = defineKind<PersistentVolumeClaim>({
  hasStatus: true,
  prepareCreate: (claim) => ({ ...claim, spec: withSources(claim.spec), status: { phase: "Pending" } }),
  validate: ({ spec }, errors) => validateClaimSpec(spec, "spec", errors),
  validateUpdate: validateClaimUpdate,
  warn: (claim, _old, warnings) => void warnings.push(...claimWarnings(claim)),
});

type ClaimSpec = PersistentVolumeClaim["spec"];

/** Copies between dataSource and dataSourceRef, the older of which accepts two kinds only. */
const withSources = (spec: ClaimSpec): ClaimSpec => {
  const {
    dataSource: asked,
    dataSourceRef: ref,
    ...rest
  } = spec as ClaimSpec & Readonly<Record<"dataSource" | "dataSourceRef", Source | undefined>>;
  if (asked === undefined && ref === undefined) return spec;
  const known = asked !== undefined && isOldSource(asked) ? asked : undefined;
  const dataSource = known ?? (ref !== undefined && ref.namespace === undefined && isOldSource(ref) ? ref : undefined);
  const dataSourceRef = ref ?? known;
  return { ...rest, ...(dataSource && { dataSource }), ...(dataSourceRef && { dataSourceRef }) };
};

const isOldSource = ({ apiGroup, kind }: Source): boolean =>
  (kind === "PersistentVolumeClaim" && !apiGroup) || (kind === "VolumeSnapshot" && apiGroup === "snapshot.storage.k8s.io");

const classKind = defineKind<StorageClass>({
  warn: ({ allowedTopologies = [] }, _old, warnings) => void warnings.push(...classWarnings(allowedTopologies)),
  validate: ({ provisioner, parameters, reclaimPolicy, volumeBindingMode, allowedTopologies = [] }, errors) => {
    if (!provisioner) errors.push(required("provisioner"));
    else errors.push(...invalidEach("provisioner", provisioner.toLowerCase(), qualifiedNameProblems(provisioner.toLowerCase())));
    if (parameters?.[""] !== undefined) errors.push(invalidValue("parameters", "", "field can not be empty."));
    if (reclaimPolicy && !RECLAIM_POLICIES.includes(reclaimPolicy))
      errors.push(unsupported("reclaimPolicy", reclaimPolicy, RECLAIM_POLICIES));
    if (volumeBindingMode !== "Immediate" && volumeBindingMode !== "WaitForFirstConsumer") {
      errors.push(unsupported("volumeBindingMode", volumeBindingMode, ["Immediate", "WaitForFirstConsumer"]));
    }
    validateTopologies(allowedTopologies, errors);
  },
  validateUpdate: (storageClass, old, errors) => {
    const fixed: readonly (readonly [keyof StorageClass, string])[] = [
      ["parameters", "updates to parameters are forbidden."],
      ["provisioner", "updates to provisioner are forbidden."],
      ["reclaimPolicy", "updates to reclaimPolicy are forbidden."],
    ];
    for (const [member, detail] of fixed) {
      if (!isSameJson(storageClass[member], old[member])) errors.push(forbiddenField(member, detail));
    }
    immutable(storageClass.volumeBindingMode, old.volumeBindingMode, "volumeBindingMode", errors);
  },
});

const validateTopologies = (terms: readonly TopologyTerm[], errors: FieldError[]): void => {
  terms.forEach(({ matchLabelExpressions = [] }, i) => {
    const place = `allowedTopologies[${i}].matchLabelExpressions`;
    matchLabelExpressions.forEach(({ key = "", values = [] }, j) => {
      if (values.length === 0) errors.push(required(`${place}[${j}].values`));
      values.forEach((value, k) => {
        if (values.indexOf(value) < k) errors.push(duplicate(`${place}[${j}].values[${k}]`, value));
      });
      errors.push(...invalidEach(`${place}[${j}].key`, key, qualifiedNameProblems(key)));
      const isTaken = matchLabelExpressions.slice(0, j).some((before) => before.key === key);
      if (isTaken) errors.push(duplicate(`${place}[${j}].key`, key));
    });
    // The server holds terms against a list that begins with an empty one for each of them.
    if (matchLabelExpressions.length === 0) terms.forEach(() => void errors.push(duplicate(place, "")));
  });
};

const RECLAIM_POLICIES = ["Delete", "Retain"];

/** Volumes, claims on them, and their classes. */
export const storageKinds = {
  persistentvolumeclaims: claimKind,
  persistentvolumes: volumeKind,
  "storageclasses.storage.k8s.io": classKind,
};
