import type { Volume } from "#kube/types/pod.ts";
import type { Raw } from "../codec/same.ts";
import { duplicate, type FieldError, forbiddenField, invalidValue, required } from "../field-error.ts";
import { labelProblem } from "./names.ts";

/**
 * Checks a pod's volumes.
 *
 * @returns the names that containers may mount: those of volumes without a fault
 */
export const validateVolumes = (volumes: readonly Volume[], path: string, errors: FieldError[]): ReadonlySet<string> => {
  const names = new Set<string>();
  volumes.forEach((volume, i) => {
    const place = `${path}[${i}]`;
    const found: FieldError[] = [];
    validateSource(volume, place, found);
    const problem = volume.name ? labelProblem(volume.name) : undefined;
    if (!volume.name) found.push(required(`${place}.name`));
    else if (problem !== undefined) found.push(invalidValue(`${place}.name`, volume.name, problem));
    if (names.has(volume.name)) found.push(duplicate(`${place}.name`, volume.name));
    if (found.length === 0) names.add(volume.name);
    errors.push(...found);
  });
  return names;
};

const validateSource = (volume: Volume, path: string, errors: FieldError[]): void => {
  const [first, ...others] = Object.keys(volume).filter((key) => key !== "name");
  if (first === undefined) return void errors.push(required(path, "must specify a volume type"));
  for (const extra of others) errors.push(forbiddenField(`${path}.${extra}`, "may not specify more than 1 volume type"));
  const { configMap, secret, persistentVolumeClaim, hostPath } = volume;
  if (configMap !== undefined && !configMap.name) errors.push(required(`${path}.configMap.name`));
  if (secret !== undefined && !secret.secretName) errors.push(required(`${path}.secret.secretName`));
  if (persistentVolumeClaim !== undefined && !persistentVolumeClaim.claimName)
    errors.push(required(`${path}.persistentVolumeClaim.claimName`));
  if (hostPath !== undefined && !hostPath.path) errors.push(required(`${path}.hostPath.path`));
  for (const [kind, source] of [
    ["configMap", configMap],
    ["secret", secret],
  ] as const)
    validateItems(source, `${path}.${kind}`, errors);
};

const validateItems = (source: Raw | undefined, path: string, errors: FieldError[]): void => {
  const mode = source?.["defaultMode"] as number | undefined;
  if (mode !== undefined && (mode < 0 || mode > 0o777)) {
    errors.push(invalidValue(`${path}.defaultMode`, mode, "must be a number between 0 and 0777 (octal), both inclusive"));
  }
  ((source?.["items"] ?? []) as readonly { readonly key?: string; readonly path?: string }[]).forEach((item, i) => {
    if (!item.key) errors.push(required(`${path}.items[${i}].key`));
    if (!item.path) errors.push(required(`${path}.items[${i}].path`));
    else if (item.path.startsWith("/")) errors.push(invalidValue(`${path}.items[${i}].path`, item.path, "must be a relative path"));
    else if (item.path.split("/").includes("..")) errors.push(invalidValue(`${path}.items[${i}].path`, item.path, "must not contain '..'"));
  });
};
