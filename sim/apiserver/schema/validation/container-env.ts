import { configKeyProblems, envNameProblems, subdomainProblems } from "#kube/objects/names.ts";
import type { EnvFromSource, EnvVar } from "#kube/types/pod.ts";
import { type FieldError, invalidEach, invalidValue, required, unsupported } from "../field-error.ts";

/** Checks one variable of a container. */
export const validateEnv = ({ name, value, valueFrom }: EnvVar, path: string, errors: FieldError[]): void => {
  if (!name) errors.push(required(`${path}.name`));
  else errors.push(...invalidEach(`${path}.name`, name, envNameProblems(name)));
  if (valueFrom === undefined) return;
  const place = `${path}.valueFrom`;
  const { configMapKeyRef, secretKeyRef, fieldRef, resourceFieldRef } = valueFrom;
  if (fieldRef !== undefined) validateFieldPath(fieldRef.fieldPath, `${place}.fieldRef.fieldPath`, errors);
  if (resourceFieldRef !== undefined) validateResourceRef(resourceFieldRef.resource, `${place}.resourceFieldRef.resource`, errors);
  if (configMapKeyRef !== undefined) validateKeyRef(configMapKeyRef, `${place}.configMapKeyRef`, errors);
  if (secretKeyRef !== undefined) validateKeyRef(secretKeyRef, `${place}.secretKeyRef`, errors);
  const sources = Object.keys(valueFrom);
  if (sources.length === 0) {
    const detail = "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`";
    errors.push(invalidValue(place, "", detail));
  } else if (value) errors.push(invalidValue(place, "", "may not be specified when `value` is not empty"));
  else if (sources.length > 1) errors.push(invalidValue(place, "", "may not have more than one field specified at a time"));
};

const DOWNWARD_FIELDS = [
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
  "spec.nodeName",
  "spec.serviceAccountName",
  "status.hostIP",
  "status.hostIPs",
  "status.podIP",
  "status.podIPs",
];

/** Fields that the server knows from field selectors, though containers may not read all of them. */
const KNOWN_FIELDS: ReadonlySet<string> = new Set([
  ...DOWNWARD_FIELDS,
  "metadata.annotations",
  "metadata.labels",
  "spec.restartPolicy",
  "spec.schedulerName",
  "status.phase",
]);

const RESOURCE_FIELDS = [
  "limits.cpu",
  "limits.ephemeral-storage",
  "limits.memory",
  "requests.cpu",
  "requests.ephemeral-storage",
  "requests.memory",
];

/** Validates the resource name of a resourceFieldRef. */
export const validateResourceRef = (resource: string | undefined, path: string, errors: FieldError[]): void => {
  if (!resource) errors.push(required(path));
  else if (!RESOURCE_FIELDS.includes(resource) && !/^(limits|requests)\.hugepages-/.test(resource)) {
    errors.push(unsupported(path, resource, RESOURCE_FIELDS));
  }
};

/** Checks which field of a pod is shown, out of those that can be. */
export const validateFieldPath = (fieldPath: string, path: string, errors: FieldError[], fields = DOWNWARD_FIELDS): void => {
  if (!fieldPath) return void errors.push(required(path));
  if (fields.includes(fieldPath) || SINGLE_ENTRY.test(fieldPath)) return;
  if (KNOWN_FIELDS.has(fieldPath)) errors.push(unsupported(path, fieldPath, fields));
  else errors.push(invalidValue(path, fieldPath, `error converting fieldPath: field label not supported: ${fieldPath}`));
};

/** One label or annotation. */
const SINGLE_ENTRY = /^metadata\.(labels|annotations)\['[^']+'\]$/;

const validateKeyRef = ({ name, key }: { readonly name?: string; readonly key: string }, path: string, errors: FieldError[]): void => {
  if (!name) errors.push(required(`${path}.name`));
  if (!key) errors.push(required(`${path}.key`));
  else errors.push(...invalidEach(`${path}.key`, key, configKeyProblems(key)));
};

/** Validates a source of environment variables. */
export const validateEnvFrom = ({ prefix, configMapRef, secretRef }: EnvFromSource, path: string, errors: FieldError[]): void => {
  if (prefix) errors.push(...invalidEach(`${path}.prefix`, prefix, envNameProblems(prefix)));
  if (configMapRef !== undefined) validateRef(configMapRef.name, `${path}.configMapRef.name`, errors);
  if (secretRef !== undefined) validateRef(secretRef.name, `${path}.secretRef.name`, errors);
  if (configMapRef === undefined && secretRef === undefined) {
    // The server blames the list here, and not its entry.
    errors.push(invalidValue(path.replace(/\[\d+\]$/, ""), "", "must specify one of: `configMapRef` or `secretRef`"));
  }
};

const validateRef = (name: string | undefined, path: string, errors: FieldError[]): void => {
  if (!name) errors.push(required(path));
  else errors.push(...invalidEach(path, name, subdomainProblems(name)));
};
