import { isSameJson } from "#core/canonical-json.ts";
import { goQuote } from "#core/go-quote.ts";
import { err, ok, type Result } from "#core/result.ts";
import { isEmptySet } from "#kube/structured-merge/field-set.ts";
import type { KubeObject, ObjectMeta, Status } from "#kube/types/meta.ts";
import { conflict, invalid, modified, notFound, unknownError } from "../http/status.ts";
import { admitChange, validateChange } from "../policy/admission/chain.ts";
import { hasAdmissionRules } from "../policy/admission/has-admission-rules.ts";
import { decodeObject } from "../schema/codec/decode.ts";
import { decodeRequestObject } from "../schema/codec/decode-request.ts";
import type { Raw } from "../schema/codec/same.ts";
import { type FieldError, invalidValue } from "../schema/field-error.ts";
import type { RequestContext } from "../schema/kind-strategy.ts";
import { validateMetadata, validateMetadataUpdate } from "../schema/validation/metadata.ts";
import { getObject, putObject, removeObject } from "../store/store.ts";
import { storedAs } from "../store/stored-as.ts";
import { withoutTwinOwners } from "../store/twin-owners.ts";
import { changesManagers, managersAfterWrite, managersOf, rememberManagers } from "./apply/object-managers.ts";
import { resetFields } from "./apply/reset-fields.ts";
import { type WriteRecord, writeRecord } from "./apply/write-record.ts";
import { createObject } from "./create-object.ts";

/** Part of an object that a request may change. */
export type UpdatePart = "main" | "status" | "all";

/** Replaces an object, or its status alone. */
export const updateObject = (
  context: RequestContext,
  namespace: string | undefined,
  name: string,
  input: unknown,
  part: UpdatePart = "main",
): Result<KubeObject, Status> => {
  const { world, row, strategy } = context;
  const old = getObject(world, storedAs(row), namespace, name);
  if (old === undefined) {
    if (strategy.createsOnUpdate === true && part === "main") return createObject(context, namespace, input);
    return err(notFound(row, name));
  }
  const decoded = decodeRequestObject(context, input);
  return decoded.ok ? replaceObject(context, old, withoutTwinOwners(decoded.value, context.warnings), part) : decoded;
};

/** Puts a decoded object in the place of the present one, through the whole chain. */
export const replaceObject = (
  context: RequestContext,
  stored: KubeObject,
  decoded: KubeObject,
  part: UpdatePart,
): Result<KubeObject, Status> => {
  const present = context.strategy.fromStored?.(stored, context) ?? ok(stored);
  if (!present.ok) return present;
  const old = present.value;
  const refused = checkVersion(context, old, decoded.metadata);
  if (refused !== undefined) return err(refused);
  const merged = part === "status" ? withStatusOf(context, old, decoded) : withoutSystemChanges(context, old, decoded, part);
  const write = writeRecord(context, decoded, part === "status");
  const handsOver = changesManagers(context.world, stored, write);
  // Admission is asked about changes that change nothing, too; components look before they write.
  const isAsked = context.isComponent !== true && hasAdmissionRules(context.world);
  if (!isAsked && isSameJson(merged, old) && !handsOver) return ok(stored);
  const admitted = admitChange(context, merged, old);
  if (!admitted.ok) return admitted;
  const { prepareUpdate, prepareStatus } = context.strategy;
  const prepared = (part === "status" ? prepareStatus : prepareUpdate)?.(admitted.value, old, context) ?? admitted.value;
  const isPlainStatus = part === "status" && context.strategy.isCustom !== true;
  const settled = isPlainStatus ? settleStatus(context, prepared, old) : settle(context, prepared, old);
  if (!settled.ok) return settled;
  const denied = validateChange(context, settled.value, old);
  if (denied !== undefined) return err(denied);
  if (isSameJson(settled.value, old) && !handsOver) return ok(stored);
  const next = context.strategy.toStored?.(settled.value, context) ?? ok(settled.value);
  return next.ok ? ok(commit(context, next.value, stored, write)) : next;
};

const checkVersion = ({ row, strategy }: RequestContext, old: KubeObject, given: ObjectMeta): Status | undefined => {
  const { name, namespace, uid, resourceVersion } = old.metadata;
  if (given.uid !== undefined && given.uid !== uid) {
    const key = `/registry/${storageFolder(row)}/${namespace === undefined ? "" : `${namespace}/`}${name}`;
    const text = `Precondition failed: UID in precondition: ${given.uid}, UID in object meta: ${uid}`;
    return conflict(row, name, `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${text}`);
  }
  if (given.resourceVersion !== undefined && !/^\d+$/.test(given.resourceVersion))
    return unknownError(`strconv.ParseUint: parsing ${goQuote(given.resourceVersion)}: invalid syntax`);
  // Nought is no version: the write is for whichever there is.
  if (given.resourceVersion === "0") return undefined;
  if (given.resourceVersion !== undefined) return given.resourceVersion === resourceVersion ? undefined : modified(row, name);
  if (strategy.requiresResourceVersion !== true) return undefined;
  return invalid(row.kind, row.group, name, [invalidValue("metadata.resourceVersion", 0, "must be specified for an update")]);
};

/** Folder of a kind in a real server's etcd, which its errors name. */
const storageFolder = ({ resource, plural, group }: RequestContext["row"]): string =>
  FOLDERS[resource] ?? (group.includes(".") && !group.endsWith(".k8s.io") ? `${group}/${plural}` : plural);

const FOLDERS: Readonly<Record<string, string>> = {
  endpoints: "services/endpoints",
  ingresses: "ingress",
  "ingresses.networking.k8s.io": "ingress",
  leases: "leases",
  nodes: "minions",
  replicationcontrollers: "controllers",
  services: "services/specs",
};

/** Object after a write to its status; metadata may change too, except for what the kind resets. */
const withStatusOf = (context: RequestContext, old: KubeObject, decoded: KubeObject): KubeObject => {
  const before = (old as unknown as Raw)["status"];
  const after = (decoded as unknown as Raw)["status"];
  const metadata = decoded.metadata === old.metadata ? old.metadata : statusMetadata(context, old.metadata, decoded.metadata);
  const keepsStatus = after === undefined || isSameJson(before, after);
  if (keepsStatus && metadata === old.metadata) return old;
  const merged = { ...old, metadata, ...(!keepsStatus && { status: after }) } as KubeObject;
  return metadata === old.metadata ? merged : withDefaultsOfMetadata(context, merged);
};

/** Applies defaults as on reading from etcd: a job without labels gets those of its template. */
const withDefaultsOfMetadata = ({ strategy, row }: RequestContext, object: KubeObject): KubeObject =>
  strategy.decode === undefined ? (decodeObject(strategy.typeName ?? row.kind, object).value as unknown as KubeObject) : object;

const statusMetadata = ({ row, strategy }: RequestContext, old: ObjectMeta, given: ObjectMeta): ObjectMeta => {
  const reset = resetFields(row.resource, strategy, "status")["f:metadata"];
  if (strategy.isCustom === true || (reset !== undefined && isEmptySet(reset))) return old;
  const { labels, ownerReferences } = old;
  const kept = {
    ...(reset?.["f:labels"] && { labels }),
    ...(reset?.["f:ownerReferences"] && { ownerReferences }),
  };
  return mergeMetadata(old, { ...given, ...kept } as ObjectMeta);
};

const withoutSystemChanges = ({ strategy }: RequestContext, old: KubeObject, decoded: KubeObject, part: UpdatePart): KubeObject => {
  const metadata = mergeMetadata(old.metadata, decoded.metadata);
  const kept = strategy.hasStatus === true && part === "main" ? { status: (old as unknown as Raw)["status"] } : {};
  const merged = { ...decoded, apiVersion: old.apiVersion, kind: old.kind, metadata, ...kept } as KubeObject & { spec?: unknown };
  // Equal parts stay the old ones: whoever compares later sees at once that they are.
  const spec = (old as { spec?: unknown }).spec;
  return merged.spec !== spec && isSameJson(merged.spec, spec) ? ({ ...merged, spec } as KubeObject) : merged;
};

/** Metadata after an update: the client's labels, annotations, owners and finalizers, and the server's own members unchanged. */
const mergeMetadata = (old: ObjectMeta, given: ObjectMeta): ObjectMeta => {
  const { labels: _l, annotations: _a, ownerReferences: _o, finalizers: _f, ...fixed } = old;
  const merged: ObjectMeta = {
    ...fixed,
    name: given.name ?? old.name,
    ...(given.labels && { labels: given.labels }),
    ...(given.annotations && { annotations: given.annotations }),
    ...(given.ownerReferences && { ownerReferences: given.ownerReferences }),
    ...(given.finalizers && { finalizers: given.finalizers }),
  };
  return isSameJson(merged, old) ? old : merged;
};

const settleStatus = ({ row, strategy }: RequestContext, object: KubeObject, old: KubeObject): Result<KubeObject, Status> => {
  const errors: FieldError[] = [];
  strategy.validateStatus?.(object, errors, old);
  return errors.length === 0 ? ok(object) : err(invalid(row.kind, row.group, object.metadata.name, errors));
};

const settle = (context: RequestContext, object: KubeObject, old: KubeObject): Result<KubeObject, Status> => {
  const { row, strategy } = context;
  const errors: FieldError[] = [];
  const allocated = strategy.allocate?.(object, old, errors, context) ?? object;
  if (errors.length > 0) return err(invalid(row.kind, row.group, object.metadata.name, errors));
  validateMetadata(allocated, row.namespaced, strategy.nameRule ?? "subdomain", errors);
  validateMetadataUpdate(allocated, old, errors);
  if (strategy.isCustom !== true && bodyChanged(allocated, old)) strategy.validate?.(allocated, errors, context);
  strategy.validateUpdate?.(allocated, old, errors, context);
  if (errors.length > 0) return err(invalid(row.kind, row.group, object.metadata.name, errors));
  if (context.isComponent !== true) strategy.warn?.(allocated, old, context.warnings);
  return ok(withGeneration(context, allocated, old));
};

const bodyChanged = (object: KubeObject, old: KubeObject): boolean => {
  for (const key of Object.keys(object)) {
    if (key !== "metadata" && key !== "status" && (object as unknown as Raw)[key] !== (old as unknown as Raw)[key]) return true;
  }
  return false;
};

const withGeneration = ({ strategy }: RequestContext, object: KubeObject, old: KubeObject): KubeObject => {
  if (strategy.hasGeneration !== true) return object;
  const isAnnotated = strategy.countsAnnotations === true && !isSameJson(object.metadata.annotations, old.metadata.annotations);
  const isLabelled = strategy.countsLabels === true && !isSameJson(object.metadata.labels, old.metadata.labels);
  if (!isAnnotated && !isLabelled && isSameJson(wishOf(strategy, object), wishOf(strategy, old))) return object;
  return { ...object, metadata: { ...object.metadata, generation: (old.metadata.generation ?? 0) + 1 } };
};

/** Desired state of an object: its spec; of a custom resource everything but metadata and status. */
const wishOf = ({ isCustom, countsWholeBody, hasStatus }: RequestContext["strategy"], object: KubeObject): unknown => {
  if (isCustom !== true && countsWholeBody !== true) return (object as unknown as Raw)["spec"];
  const { metadata: _m, apiVersion: _a, status, ...wish } = object as KubeObject & { readonly status?: unknown };
  return hasStatus === true ? wish : { ...wish, status };
};

const commit = ({ world, row, dryRun }: RequestContext, object: KubeObject, old: KubeObject, write: WriteRecord): KubeObject => {
  if (dryRun) {
    const outcome = { ...object };
    rememberManagers(outcome, managersAfterWrite(managersOf(world, old), old, write, world.nowMs()));
    return outcome;
  }
  const stored = putObject(world, storedAs(row), object, write);
  if (isReadyToVanish(stored)) removeObject(world, storedAs(row), stored.metadata.namespace, stored.metadata.name);
  return stored;
};

/** Tells whether a deleted object can be removed: it has no finalizers left and no graceful termination pending. */
const isReadyToVanish = (object: KubeObject): boolean => {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0, finalizers = [] } = object.metadata;
  if (deletionTimestamp === undefined || finalizers.length > 0 || deletionGracePeriodSeconds > 0) return false;
  return object.kind !== "Namespace" || ((object as { spec?: { finalizers?: readonly string[] } }).spec?.finalizers ?? []).length === 0;
};
