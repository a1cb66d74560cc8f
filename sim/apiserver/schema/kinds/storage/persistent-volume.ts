import { isSameJson } from "#core/canonical-json.ts";
import { toTimestamp } from "#core/timestamp.ts";
import { subdomainProblems } from "#kube/objects/names.ts";
import { compareQuantities } from "#kube/objects/quantity.ts";
import type { PersistentVolume } from "#kube/types/storage.ts";
import type { Raw } from "../../codec/same.ts";
import { type FieldError, forbiddenField, invalidEach, invalidValue, required, unsupported } from "../../field-error.ts";
import { defineKind } from "../../kind-strategy.ts";
import { validateNodeSelector } from "../../validation/affinity.ts";
import { validateModes } from "../../validation/claim-spec.ts";
import { goUnifiedDiff } from "../../validation/go-unified-diff.ts";
import { immutable } from "../../validation/immutable.ts";
import { internalText } from "../../validation/internal-pod.ts";
import { backstepErrors, validateHostPath } from "../../validation/volumes.ts";
import { volumeWarnings } from "../../warnings/storage-warnings.ts";

/** Storage of the cluster, before anybody claims it and after. */
export const volumeKind = defineKind<PersistentVolume>({
  hasStatus: true,
  prepareCreate: (volume, { world }) => ({ ...volume, status: { phase: "Pending", lastPhaseTransitionTime: toTimestamp(world.nowMs()) } }),
  prepareStatus: (volume, { status: before }, { world }) => {
    const { phase, lastPhaseTransitionTime: given } = volume.status ?? {};
    if (phase === before?.phase || (given !== undefined && given !== before?.lastPhaseTransitionTime)) return volume;
    return { ...volume, status: { ...volume.status, lastPhaseTransitionTime: toTimestamp(world.nowMs()) } };
  },
  validate: ({ spec }, errors) => {
    if ((spec.accessModes ?? []).length === 0) errors.push(required("spec.accessModes"));
    validateModes(spec.accessModes ?? [], "spec.accessModes", errors);
    validateCapacity(spec.capacity, errors);
    const { persistentVolumeReclaimPolicy: policy, nodeAffinity, storageClassName, volumeMode } = spec;
    if (policy && !RECLAIM_POLICIES.includes(policy)) {
      errors.push(unsupported("spec.persistentVolumeReclaimPolicy", policy, RECLAIM_POLICIES));
    }
    if (nodeAffinity !== undefined) {
      const path = "spec.nodeAffinity.required";
      if (nodeAffinity.required === undefined) errors.push(required(path, "must specify required node constraints"));
      else validateNodeSelector(nodeAffinity.required, path, errors);
    }
    validateSource(spec as unknown as Raw, errors);
    if (policy === "Recycle" && spec.hostPath !== undefined && /^\/*$/.test(spec.hostPath.path)) {
      errors.push(forbiddenField("spec.persistentVolumeReclaimPolicy", "may not be 'recycle' for a hostPath mount of '/'"));
    }
    if (storageClassName) errors.push(...invalidEach("spec.storageClassName", storageClassName, subdomainProblems(storageClassName)));
    if (volumeMode !== undefined && !VOLUME_MODES.includes(volumeMode)) {
      errors.push(unsupported("spec.volumeMode", volumeMode, VOLUME_MODES));
    }
  },
  validateUpdate: ({ spec }, old, errors) => {
    const sourceOf = (given: PersistentVolume["spec"]): Raw =>
      Object.fromEntries(SOURCES.map((source) => [source, (given as unknown as Raw)[source]]));
    if (!isSameJson(sourceOf(spec), sourceOf(old.spec))) {
      const [before, after] = [old.spec, spec].map((given) => internalText("PersistentVolumeSource", given)) as [string, string];
      const detail = `spec.persistentvolumesource is immutable after creation\n${goUnifiedDiff(before, after)}`;
      errors.push(forbiddenField("spec.persistentvolumesource", detail));
    }
    immutable(spec.volumeMode, old.spec.volumeMode, "spec.volumeMode", errors);
  },
  warn: (volume, _old, warnings) => void warnings.push(...volumeWarnings(volume)),
});

const RECLAIM_POLICIES = ["Delete", "Recycle", "Retain"];
const VOLUME_MODES = ["Block", "Filesystem"];

const validateCapacity = (capacity: PersistentVolume["spec"]["capacity"], errors: FieldError[]): void => {
  const amounts = Object.entries(capacity ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  if (amounts.length === 0) errors.push(required("spec.capacity"));
  if (capacity?.["storage"] === undefined || amounts.length > 1) {
    errors.push(unsupported("spec.capacity", capacity ?? null, ["storage"]));
  }
  for (const [name, amount] of amounts) {
    if (compareQuantities(amount, "0") <= 0) errors.push(invalidValue(`spec.capacity[${name}]`, amount, "must be greater than zero"));
  }
};

/** Kinds of storage, in the order in which the server looks for them. */
const SOURCES = [
  "hostPath",
  "gcePersistentDisk",
  "awsElasticBlockStore",
  "glusterfs",
  "flocker",
  "nfs",
  "rbd",
  "quobyte",
  "cephfs",
  "iscsi",
  "cinder",
  "fc",
  "flexVolume",
  "azureFile",
  "vsphereVolume",
  "photonPersistentDisk",
  "portworxVolume",
  "azureDisk",
  "scaleIO",
  "local",
  "storageos",
  "csi",
];

const validateSource = (spec: Raw, errors: FieldError[]): void => {
  const [first, ...others] = SOURCES.filter((source) => spec[source] !== undefined);
  if (first === undefined) return void errors.push(required("spec", "must specify a volume type"));
  const source = spec[first] as Readonly<Record<string, string | undefined>>;
  const path = `spec.${first}`;
  if (first === "hostPath") validateHostPath(source as { readonly path?: string }, path, errors);
  if (first === "local") {
    if (!source["path"]) errors.push(required(`${path}.path`));
    else errors.push(...backstepErrors(`${path}.path`, source["path"]));
    if (spec["nodeAffinity"] === undefined) errors.push(required("spec.nodeAffinity", "Local volume requires node affinity"));
  }
  if (first === "nfs") {
    for (const member of ["server", "path"]) if (!source[member]) errors.push(required(`${path}.${member}`));
    if (source["path"]?.startsWith("/") !== true)
      errors.push(invalidValue(`${path}.path`, source["path"] ?? "", "must be an absolute path"));
  }
  if (first === "csi") {
    if (!source["driver"]) errors.push(required(`${path}.driver`));
    else errors.push(...invalidEach(`${path}.driver`, source["driver"], subdomainProblems(source["driver"].toLowerCase())));
    if (!source["volumeHandle"]) errors.push(required(`${path}.volumeHandle`));
  }
  for (const other of others) errors.push(forbiddenField(`spec.${other}`, "may not specify more than 1 volume type"));
};
