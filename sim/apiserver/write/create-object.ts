import { invariant } from "#core/invariant.ts";
import { err, ok, type Result } from "#core/result.ts";
import { toTimestamp } from "#core/timestamp.ts";
import { NO_MANAGERS } from "#kube/structured-merge/managers.ts";
import type { KubeObject, ObjectMeta, Status } from "#kube/types/meta.ts";
import { alreadyExists, invalid, methodNotAllowed, unknownError } from "../http/status.ts";
import { admitChange, validateChange } from "../policy/admission/chain.ts";
import { decodeRequestObject } from "../schema/codec/decode-request.ts";
import type { FieldError } from "../schema/field-error.ts";
import type { RequestContext } from "../schema/kind-strategy.ts";
import { validateMetadata } from "../schema/validation/metadata.ts";
import { withZeroStatus } from "../schema/zero-status.ts";
import { drawName, drawUid } from "../store/identifiers.ts";
import { countObjects, getObject, putObject } from "../store/store.ts";
import { storedAs } from "../store/stored-as.ts";
import { withoutTwinOwners } from "../store/twin-owners.ts";
import { managersAfterWrite, rememberManagers } from "./apply/object-managers.ts";
import { type WriteRecord, writeRecord } from "./apply/write-record.ts";

/**
 * Creates an object through the whole chain: decode, default, admit, validate, allocate, commit.
 *
 * @param namespace of the request; the object's own must agree
 */
export const createObject = (context: RequestContext, namespace: string | undefined, input: unknown): Result<KubeObject, Status> => {
  if (!context.row.verbs.includes("create")) return err(refusedCreate(context));
  const decoded = decodeRequestObject(context, input);
  if (!decoded.ok) return decoded;
  const prepared = prepare(context, namespace, withoutTwinOwners(decoded.value, context.warnings));
  if (!prepared.ok) return prepared;
  const { fresh, sent } = prepared.value;
  const admitted = admitChange(context, fresh, undefined);
  if (!admitted.ok) return admitted;
  const settled = settle(context, context.strategy.prepareCreate?.(admitted.value, context, sent) ?? admitted.value);
  if (!settled.ok) return settled;
  return commit(context, settled.value, { write: writeRecord(context, decoded.value), sent: decoded.value.metadata });
};

const prepare = (
  context: RequestContext,
  namespace: string | undefined,
  decoded: KubeObject,
): Result<{ readonly fresh: KubeObject; readonly sent: KubeObject }, Status> => {
  const named = withName(context, namespace, decoded);
  if (!named.ok) return named;
  const fresh = context.strategy.hasStatus === true && context.strategy.isCustom !== true ? withZeroStatus(named.value) : named.value;
  return ok({ fresh, sent: named.value });
};

const withName = (context: RequestContext, namespace: string | undefined, object: KubeObject): Result<KubeObject, Status> => {
  const { world, row } = context;
  const given = object.metadata;
  let name: string | undefined = given.name ?? "";
  if (name === "" && given.generateName) {
    const isTaken = (candidate: string): boolean => getObject(world, storedAs(row), namespace, candidate) !== undefined;
    name = drawName(world, row.resource, namespace, given.generateName, { isTaken, isKept: !context.dryRun });
  }
  if (name === undefined) return err(exhausted(context, given.generateName ?? ""));
  return ok({ ...object, metadata: freshMetadata(context, given, namespace, name) });
};

/** Metadata of a new object: the client's members and the server's own. */
const freshMetadata = (context: RequestContext, given: ObjectMeta, namespace: string | undefined, name: string): ObjectMeta => {
  const { world, row, strategy } = context;
  return {
    name,
    ...(given.generateName && { generateName: given.generateName }),
    ...(row.namespaced && namespace !== undefined && { namespace }),
    ...(given.labels && { labels: given.labels }),
    ...(given.annotations && { annotations: given.annotations }),
    ...(given.ownerReferences && { ownerReferences: given.ownerReferences }),
    ...(given.finalizers && { finalizers: given.finalizers }),
    uid: drawUid(world, row.resource, namespace, name),
    creationTimestamp: toTimestamp(world.nowMs()),
    ...(strategy.hasGeneration === true && { generation: 1 }),
  };
};

const settle = (context: RequestContext, object: KubeObject): Result<KubeObject, Status> => {
  const { row, strategy } = context;
  const errors: FieldError[] = [];
  const allocated = strategy.allocate?.(object, undefined, errors, context) ?? object;
  if (errors.length > 0) return err(invalid(row.kind, row.group, object.metadata.name, errors));
  validateMetadata(allocated, row.namespaced, strategy.nameRule ?? "subdomain", errors);
  strategy.validate?.(allocated, errors, context);
  strategy.validateCreate?.(allocated, errors);
  if (errors.length > 0) return err(invalid(row.kind, row.group, object.metadata.name, errors));
  if (context.isComponent !== true) strategy.warn?.(allocated, undefined, context.warnings);
  return ok(allocated);
};

const commit = (
  context: RequestContext,
  object: KubeObject,
  { write, sent }: { readonly write: WriteRecord; readonly sent: ObjectMeta },
): Result<KubeObject, Status> => {
  const { world, row, strategy, dryRun } = context;
  const { namespace, name } = object.metadata;
  const refused = validateChange(context, object, undefined);
  if (refused !== undefined) return err(refused);
  if (sent.resourceVersion) return err(unknownError("resourceVersion should not be set on objects to be created"));
  if (getObject(world, storedAs(row), namespace, name) !== undefined) return err(alreadyExists(row, name));
  if (countObjects(world, storedAs(row)) >= (OBJECTS_MAX[storedAs(row)] ?? OBJECTS_MAX_ELSE)) return err(unknownError(NO_SPACE));
  const stored = strategy.toStored?.(object, context) ?? ok(object);
  if (!stored.ok) return stored;
  if (!dryRun) return ok(putObject(world, storedAs(row), stored.value, write));
  rememberManagers(stored.value, managersAfterWrite(NO_MANAGERS, undefined, write, world.nowMs()));
  return stored;
};

/** Numbers of objects of a kind at which a cluster's database is full: many times what any application has. */
const OBJECTS_MAX: Readonly<Record<string, number>> = { pods: 1_000 };
const OBJECTS_MAX_ELSE = 2_000;

/** Words of etcd when its quota is used up. */
const NO_SPACE = "etcdserver: mvcc: database space exceeded";

/** Refusal of a creation whose definition is being deleted. */
const refusedCreate = ({ strategy }: RequestContext): Status => {
  const text =
    strategy.isCustom === true ? "create not allowed while custom resource definition is terminating" : methodNotAllowed().message;
  return { ...methodNotAllowed(), message: text ?? "" };
};

const exhausted = ({ row }: RequestContext, prefix: string): Status => {
  invariant(prefix !== "", "a name is only drawn for a prefix");
  const status = alreadyExists(row, prefix);
  return { ...status, message: `${status.message}, the server was not able to generate a unique name for the object` };
};
