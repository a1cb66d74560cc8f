import { labelProblems } from "#kube/objects/names.ts";
import type { ObjectMeta } from "#kube/types/meta.ts";
import type { Volume } from "#kube/types/pod.ts";
import type { PersistentVolumeClaim } from "#kube/types/storage.ts";
import type { Raw } from "../codec/same.ts";
import { duplicate, type FieldError, forbiddenField, invalidEach, invalidValue, required, unsupported } from "../field-error.ts";
import { validateClaimSpec } from "./claim-spec.ts";
import { validateFieldPath, validateResourceRef } from "./container-env.ts";
import { validateAnnotations, validateLabels } from "./metadata.ts";

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
    validateSource(volume as unknown as Raw, place, found);
    if (!volume.name) found.push(required(`${place}.name`));
    else found.push(...invalidEach(`${place}.name`, volume.name, labelProblems(volume.name)));
    if (names.has(volume.name)) found.push(duplicate(`${place}.name`, volume.name));
    if (found.length === 0) names.add(volume.name);
    errors.push(...found);
  });
  return names;
};

/** Checks a place on the node's own disk. */
export const validateHostPath = (
  { path: given, type }: { readonly path?: string; readonly type?: string },
  path: string,
  errors: FieldError[],
): void => {
  if (!given) return void errors.push(required(`${path}.path`));
  errors.push(...backstepErrors(`${path}.path`, given));
  if (type !== undefined && !HOST_PATH_TYPES.includes(type)) errors.push(unsupported(`${path}.type`, type, HOST_PATH_TYPES));
};

/** Field errors of a path with a `..` in it. */
export const backstepErrors = (field: string, path: string): readonly FieldError[] =>
  path.split("/").includes("..") ? [invalidValue(field, path, "must not contain '..'")] : [];

/** Field errors of a path that is absolute or contains `..`. */
export const descendingPathErrors = (field: string, path: string): readonly FieldError[] => [
  ...(path.startsWith("/") ? [invalidValue(field, path, "must be a relative path")] : []),
  ...backstepErrors(field, path),
];

const HOST_PATH_TYPES = ["", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"];

type Check = (source: Raw, path: string, errors: FieldError[]) => void;

const needs =
  (...members: readonly string[]): Check =>
  (source, path, errors) => {
    for (const member of members) if (!source[member]) errors.push(required(`${path}.${member}`));
  };

const none: Check = () => undefined;

/** Kinds of volumes in the order in which the server looks for them: the first is checked, the others are one too many. */
const SOURCES: Readonly<Record<string, Check>> = {
  emptyDir: ({ sizeLimit }, path, errors) => {
    if (`${sizeLimit ?? ""}`.startsWith("-")) {
      errors.push(forbiddenField(`${path}.sizeLimit`, "SizeLimit field must be a valid resource quantity"));
    }
  },
  hostPath: (source, path, errors) => validateHostPath(source as { readonly path?: string }, path, errors),
  gitRepo: needs("repository"),
  gcePersistentDisk: none,
  awsElasticBlockStore: none,
  secret: (source, path, errors) => validateKeys(source, path, "secretName", errors),
  nfs: (source, path, errors) => {
    needs("server", "path")(source, path, errors);
    if (!`${source["path"] ?? ""}`.startsWith("/")) {
      errors.push(invalidValue(`${path}.path`, source["path"] ?? "", "must be an absolute path"));
    }
  },
  iscsi: none,
  glusterfs: needs("endpoints", "path"),
  flocker: none,
  persistentVolumeClaim: needs("claimName"),
  rbd: none,
  cinder: needs("volumeID"),
  cephfs: none,
  quobyte: none,
  downwardAPI: (source, path, errors) => {
    validateMode(source["defaultMode"], `${path}.defaultMode`, errors);
    validateDownward(source, path, errors);
  },
  fc: none,
  flexVolume: needs("driver"),
  configMap: (source, path, errors) => validateKeys(source, path, "name", errors),
  azureFile: needs("secretName", "shareName"),
  vsphereVolume: needs("volumePath"),
  photonPersistentDisk: needs("pdID"),
  portworxVolume: needs("volumeID"),
  azureDisk: none,
  storageos: none,
  projected: (source, path, errors) => validateProjection(source, path, errors),
  scaleIO: none,
  csi: needs("driver"),
  ephemeral: (source, path, errors) => validateOwnClaim(source as OwnClaim, `${path}.volumeClaimTemplate`, errors),
  image: needs("reference"),
};

const validateSource = (volume: Raw, path: string, errors: FieldError[]): void => {
  const [first, ...others] = Object.keys(SOURCES).filter((kind) => volume[kind] !== undefined);
  if (first === undefined) return void errors.push(required(path, "must specify a volume type"));
  SOURCES[first]?.(volume[first] as Raw, `${path}.${first}`, errors);
  for (const extra of others) errors.push(forbiddenField(`${path}.${extra}`, "may not specify more than 1 volume type"));
};

interface Item {
  readonly key?: string;
  readonly path?: string;
  readonly mode?: number;
}

const validateKeys = (source: Raw, path: string, nameMember: string, errors: FieldError[]): void => {
  if (!source[nameMember]) errors.push(required(`${path}.${nameMember}`));
  validateMode(source["defaultMode"], `${path}.defaultMode`, errors);
  for (const [i, item] of ((source["items"] ?? []) as readonly Item[]).entries()) validateItem(item, `${path}.items[${i}]`, errors);
};

const validateItem = ({ key, path: given = "", mode }: Item, path: string, errors: FieldError[]): void => {
  if (!key) errors.push(required(`${path}.key`));
  if (given === "") errors.push(required(`${path}.path`));
  errors.push(...filePathErrors(`${path}.path`, given));
  validateMode(mode, `${path}.mode`, errors);
};

const filePathErrors = (field: string, path: string): readonly FieldError[] => [
  ...descendingPathErrors(field, path),
  ...(/^\.\.[^/]/.test(path) ? [invalidValue(field, path, "must not start with '..'")] : []),
];

const validateMode = (mode: unknown, path: string, errors: FieldError[]): void => {
  if (typeof mode === "number" && (mode < 0 || mode > 0o777)) {
    errors.push(invalidValue(path, mode, "must be a number between 0 and 0777 (octal), both inclusive"));
  }
};

const validateProjection = (projection: Raw, path: string, errors: FieldError[]): void => {
  validateMode(projection["defaultMode"], `${path}.defaultMode`, errors);
  const taken = new Set<string>();
  ((projection["sources"] ?? []) as readonly Readonly<Record<string, Raw>>[]).forEach((source, i) => {
    const place = `${path}.sources[${i}]`;
    for (const kind of ["secret", "configMap"]) {
      const given = source[kind];
      if (given !== undefined) validateProjected(given, `${place}.${kind}`, { path, taken }, errors);
    }
    if (source["downwardAPI"] !== undefined) validateDownward(source["downwardAPI"], `${place}.downwardAPI`, errors);
    const token = source["serviceAccountToken"];
    if (token !== undefined) validateToken(token, `${place}.serviceAccountToken`, path, errors);
    if (Object.keys(source).length > 1) errors.push(forbiddenField(place, "may not specify more than 1 volume type per source"));
  });
};

interface OwnClaim {
  readonly volumeClaimTemplate?: { readonly metadata?: ObjectMeta; readonly spec: PersistentVolumeClaim["spec"] };
}

const validateOwnClaim = ({ volumeClaimTemplate: template }: OwnClaim, path: string, errors: FieldError[]): void => {
  if (template === undefined) return void errors.push(required(path));
  const { annotations, labels } = template.metadata ?? {};
  if (annotations !== undefined) validateAnnotations(annotations, `${path}.metadata.annotations`, errors);
  if (labels !== undefined) validateLabels(labels, `${path}.metadata.labels`, errors);
  validateClaimSpec(template.spec, `${path}.spec`, errors);
};

interface DownwardFile extends Item {
  readonly fieldRef?: { readonly fieldPath: string };
  readonly resourceFieldRef?: { readonly containerName?: string; readonly resource?: string };
}

/** Field errors of downward API files; the server reports them on the volume. */
const validateDownward = (source: Raw, path: string, errors: FieldError[]): void => {
  for (const { path: file = "", mode, fieldRef, resourceFieldRef: resource } of (source["items"] ?? []) as readonly DownwardFile[]) {
    if (file === "") errors.push(required(`${path}.path`));
    errors.push(...filePathErrors(`${path}.path`, file));
    if (fieldRef !== undefined) {
      validateFieldPath(fieldRef.fieldPath, `${path}.fieldRef.fieldPath`, errors, VOLUME_FIELDS);
      const both = "fieldRef and resourceFieldRef can not be specified simultaneously";
      if (resource !== undefined) errors.push(invalidValue(path, "resource", both));
    } else if (resource === undefined) errors.push(required(path, "one of fieldRef and resourceFieldRef is required"));
    else if (!resource.containerName) errors.push(required(`${path}.resourceFieldRef.containerName`));
    else validateResourceRef(resource.resource, `${path}.resourceFieldRef.resource`, errors);
    validateMode(mode, `${path}.mode`, errors);
  }
};

/** Pod fields that a downward API volume can project. */
const VOLUME_FIELDS = ["metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid"];

interface Projection {
  readonly path: string;
  readonly taken: Set<string>;
}

const validateProjected = (source: Raw, place: string, { path, taken }: Projection, errors: FieldError[]): void => {
  const { name = "", items = [] } = source as { readonly name?: string; readonly items?: readonly Item[] };
  if (name === "") errors.push(required(`${place}.name`));
  items.forEach((item, i) => {
    validateItem(item, `${place}.items[${i}]`, errors);
    if (!item.path) return;
    if (taken.has(item.path)) errors.push(invalidValue(path, name, "conflicting duplicate paths"));
    taken.add(item.path);
  });
};

const validateToken = (token: Raw, place: string, path: string, errors: FieldError[]): void => {
  const { expirationSeconds: seconds = 3600, path: file = "" } = token as { readonly expirationSeconds?: number; readonly path?: string };
  const field = `${place}.expirationSeconds`;
  if (seconds < 600) errors.push(invalidValue(field, seconds, "may not specify a duration less than 10 minutes"));
  if (seconds > 2 ** 32) errors.push(invalidValue(field, seconds, "may not specify a duration larger than 2^32 seconds"));
  // The server blames the path of the projection here, not that of its source.
  if (file === "") errors.push(required(`${path}.path`));
  else errors.push(...filePathErrors(`${path}.path`, file));
};
