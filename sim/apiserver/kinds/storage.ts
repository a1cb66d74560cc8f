import { compareQuantities } from "#kube/quantity.ts";
import type { PersistentVolume, PersistentVolumeClaim, StorageClass } from "#kube/types/storage.ts";
import { equalJson, type Raw } from "../codec/same.ts";
import { type FieldError, forbiddenField, invalidValue, required, unsupported } from "../field-error.ts";
import { defineKind } from "../kind-strategy.ts";

const claimKind = defineKind<PersistentVolumeClaim>({
  hasStatus: true,
  prepareCreate: (claim) => ({ ...claim, status: { phase: "Pending" } }),
  validate: ({ spec }, errors) => {
    if ((spec.accessModes ?? []).length === 0) errors.push(required("spec.accessModes", "at least 1 access mode is required"));
    validateModes(spec.accessModes ?? [], "spec.accessModes", errors);
    const storage = spec.resources?.requests?.["storage"];
    if (storage === undefined) errors.push(required("spec.resources[storage]"));
    else if (compareQuantities(storage, "0") <= 0) {
      const detail = "must be greater than zero";
      errors.push(invalidValue("spec.resources[storage]", storage, detail));
    }
  },
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
    } else if (compareQuantities(after, before) < 0 && compareQuantities(after, old.status?.capacity?.["storage"] ?? before) <= 0) {
      errors.push(forbiddenField("spec.resources.requests.storage", "field can not be less than status.capacity"));
    }
  },
});

const volumeKind = defineKind<PersistentVolume>({
  hasStatus: true,
  prepareCreate: (volume) => ({ ...volume, status: { phase: "Pending" } }),
  validate: ({ spec }, errors) => {
    if ((spec.accessModes ?? []).length === 0) errors.push(required("spec.accessModes"));
    validateModes(spec.accessModes ?? [], "spec.accessModes", errors);
    if (spec.capacity?.["storage"] === undefined) errors.push(required("spec.capacity"));
    if (!SOURCES.some((source) => (spec as unknown as Raw)[source] !== undefined))
      errors.push(required("spec", "must specify a volume type"));
  },
  validateUpdate: ({ spec }, old, errors) => {
    const sourceOf = (given: PersistentVolume["spec"]): Raw =>
      Object.fromEntries(SOURCES.map((source) => [source, (given as unknown as Raw)[source]]));
    if (!equalJson(sourceOf(spec), sourceOf(old.spec))) {
      errors.push(forbiddenField("spec.persistentvolumesource", "spec.persistentvolumesource is immutable after creation"));
    }
  },
});

const classKind = defineKind<StorageClass>({
  validate: ({ provisioner, reclaimPolicy, volumeBindingMode }, errors) => {
    if (!provisioner) errors.push(required("provisioner"));
    if (reclaimPolicy !== "Delete" && reclaimPolicy !== "Retain")
      errors.push(unsupported("reclaimPolicy", reclaimPolicy, ["Delete", "Retain"]));
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

const MODES = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"];
const SOURCES = [
  "hostPath",
  "local",
  "nfs",
  "csi",
  "iscsi",
  "fc",
  "awsElasticBlockStore",
  "gcePersistentDisk",
  "azureDisk",
  "cephfs",
  "rbd",
];

const validateModes = (modes: readonly string[], path: string, errors: FieldError[]): void => {
  for (const mode of modes) if (!MODES.includes(mode)) errors.push(unsupported(path, mode, MODES));
};

/** Volumes, claims on them, and their classes. */
export const storageKinds = {
  persistentvolumeclaims: claimKind,
  persistentvolumes: volumeKind,
  "storageclasses.storage.k8s.io": classKind,
};
