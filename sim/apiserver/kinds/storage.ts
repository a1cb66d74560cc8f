import { compareQuantities } from "#kube/quantity.ts";
import type { PersistentVolumeClaim, StorageClass } from "#kube/types/storage.ts";
import { equalJson, type Raw } from "../codec/same.ts";
import { type FieldError, forbiddenField, invalidEach, invalidValue, required, unsupported } from "../field-error.ts";
import { defineKind } from "../kind-strategy.ts";
import { validateLabelSelector } from "../validation/label-selector.ts";
import { qualifiedNameProblems, subdomainProblems } from "../validation/names.ts";
import { validateModes, volumeKind } from "./persistent-volume.ts";

const claimKind = defineKind<PersistentVolumeClaim>({
  hasStatus: true,
  prepareCreate: (claim) => ({ ...claim, status: { phase: "Pending" } }),
  validate: ({ spec }, errors) => validateClaimSpec(spec, "spec", errors),
  validateUpdate: (claim, old, errors) => {
    const frozen = (spec: PersistentVolumeClaim["spec"]): Raw => {
      const { resources, volumeName, ...rest } = spec as unknown as Raw;
      return { ...rest, ...(old.spec.volumeName !== undefined && { volumeName }), limits: (resources as Raw | undefined)?.["limits"] };
    };
    const before = old.spec.resources?.requests?.["storage"] ?? "0";
    const after = claim.spec.resources?.requests?.["storage"] ?? "0";
    const resized = compareQuantities(before, after) !== 0;
    const isBound = old.status?.phase === "Bound";
    if (!equalJson(frozen(claim.spec), frozen(old.spec)) || (resized && !isBound)) {
      errors.push(
        forbiddenField("spec", "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims"),
      );
    } else if (compareQuantities(after, old.status?.capacity?.["storage"] ?? before) < 0) {
      errors.push(forbiddenField("spec.resources.requests.storage", "field can not be less than status.capacity"));
    }
  },
});

interface Source {
  readonly apiGroup?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly namespace?: string;
}

const validateClaimSpec = (spec: PersistentVolumeClaim["spec"], path: string, errors: FieldError[]): void => {
  const { accessModes = [], selector, storageClassName, volumeMode } = spec;
  const { dataSource, dataSourceRef } = spec as { readonly dataSource?: Source; readonly dataSourceRef?: Source };
  if (accessModes.length === 0) errors.push(required(`${path}.accessModes`, "at least 1 access mode is required"));
  if (selector !== undefined) validateLabelSelector(selector, `${path}.selector`, errors);
  validateModes(accessModes, `${path}.accessModes`, errors);
  const storage = spec.resources?.requests?.["storage"];
  const place = `${path}.resources[storage]`;
  if (storage === undefined) errors.push(required(place));
  else if (compareQuantities(storage, "0") <= 0) errors.push(invalidValue(place, storage, "must be greater than zero"));
  if (storageClassName) errors.push(...invalidEach(`${path}.storageClassName`, storageClassName, subdomainProblems(storageClassName)));
  if (volumeMode !== undefined && !VOLUME_MODES.includes(volumeMode)) {
    errors.push(unsupported(`${path}.volumeMode`, volumeMode, VOLUME_MODES));
  }
  if (dataSource !== undefined) validateSource(dataSource, `${path}.dataSource`, errors);
  if (dataSourceRef !== undefined) validateSource(dataSourceRef, `${path}.dataSourceRef`, errors);
};

const validateSource = ({ apiGroup, kind, name, namespace }: Source, path: string, errors: FieldError[]): void => {
  if (!name) errors.push(required(`${path}.name`));
  if (!kind) errors.push(required(`${path}.kind`));
  if (!apiGroup && kind !== "PersistentVolumeClaim") {
    errors.push(invalidValue(path, kind ?? "", "must be 'PersistentVolumeClaim' when referencing the default apiGroup"));
  }
  if (apiGroup) errors.push(...invalidEach(`${path}.apiGroup`, apiGroup, subdomainProblems(apiGroup)));
  if (namespace) errors.push(...invalidEach(`${path}.namespace`, namespace, subdomainProblems(namespace)));
};

const VOLUME_MODES = ["Block", "Filesystem"];

const classKind = defineKind<StorageClass>({
  validate: ({ provisioner, parameters, reclaimPolicy, volumeBindingMode }, errors) => {
    if (!provisioner) errors.push(required("provisioner"));
    else errors.push(...invalidEach("provisioner", provisioner.toLowerCase(), qualifiedNameProblems(provisioner.toLowerCase())));
    if (parameters?.[""] !== undefined) errors.push(invalidValue("parameters", "", "field can not be empty."));
    if (reclaimPolicy && !RECLAIM_POLICIES.includes(reclaimPolicy))
      errors.push(unsupported("reclaimPolicy", reclaimPolicy, RECLAIM_POLICIES));
    if (volumeBindingMode !== "Immediate" && volumeBindingMode !== "WaitForFirstConsumer") {
      errors.push(unsupported("volumeBindingMode", volumeBindingMode, ["Immediate", "WaitForFirstConsumer"]));
    }
  },
  validateUpdate: (storageClass, old, errors) => {
    const fixed: readonly (readonly [keyof StorageClass, string])[] = [
      ["parameters", "updates to parameters are forbidden."],
      ["provisioner", "updates to provisioner are forbidden."],
      ["reclaimPolicy", "updates to reclaimPolicy are forbidden."],
    ];
    for (const [member, detail] of fixed) {
      if (!equalJson(storageClass[member], old[member])) errors.push(forbiddenField(member, detail));
    }
    if (storageClass.volumeBindingMode !== old.volumeBindingMode) {
      errors.push(invalidValue("volumeBindingMode", storageClass.volumeBindingMode, "field is immutable"));
    }
  },
});

const RECLAIM_POLICIES = ["Delete", "Retain"];

/** Volumes, claims on them, and their classes. */
export const storageKinds = {
  persistentvolumeclaims: claimKind,
  persistentvolumes: volumeKind,
  "storageclasses.storage.k8s.io": classKind,
};
