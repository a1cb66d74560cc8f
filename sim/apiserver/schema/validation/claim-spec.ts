import { subdomainProblems } from "#kube/objects/names.ts";
import { compareQuantities } from "#kube/objects/quantity.ts";
import type { PersistentVolumeClaim } from "#kube/types/storage.ts";
import { type FieldError, forbiddenField, invalidEach, invalidValue, required, unsupported } from "../field-error.ts";
import { validateLabelSelector } from "./label-selector.ts";

/** Validates the spec of a claim or of a claim template, at a path. */
export const validateClaimSpec = (spec: PersistentVolumeClaim["spec"], path: string, errors: FieldError[]): void => {
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

/** Data source of a volume. */
export interface Source {
  readonly apiGroup?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly namespace?: string;
}

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

/** Validates access modes of a volume. */
export const validateModes = (modes: readonly string[], path: string, errors: FieldError[]): void => {
  for (const mode of modes) if (!MODES.includes(mode)) errors.push(unsupported(path, mode, MODES));
  const others = modes.filter((mode) => mode !== "ReadWriteOncePod" && MODES.includes(mode));
  if (modes.includes("ReadWriteOncePod") && others.length > 0) {
    errors.push(forbiddenField(path, "may not use ReadWriteOncePod with other access modes"));
  }
};

const MODES = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"];
