import { err, ok, type Result } from "#core/result.ts";
import { parseTimestamp, toTimestamp } from "#core/timestamp.ts";
import type { KubeObject, ObjectMeta, Status } from "#kube/types/meta.ts";
import type { DeleteOptions } from "../http/client.ts";
import { failure, notFound } from "../http/status.ts";
import { validateDeletion } from "../policy/admission/chain.ts";
import type { RequestContext } from "../schema/kind-strategy.ts";
import { getObject, putObject, removeObject } from "../store/store.ts";
import { storedAs } from "../store/stored-as.ts";

/** Result of a deletion. */
export interface Deletion {
  /** Last state of the object. */
  readonly object: KubeObject;
  /** True when it is still there, waiting for its grace period or its finalizers. */
  readonly lingers: boolean;
}

/** Deletes an object, or begins its graceful deletion. */
export const deleteObject = (
  context: RequestContext,
  namespace: string | undefined,
  name: string,
  options: DeleteOptions = {},
): Result<Deletion, Status> => {
  const { world, row } = context;
  const object = getObject(world, storedAs(row), namespace, name);
  if (object === undefined) return err(notFound(row, name));
  const shown = context.strategy.fromStored?.(object, context);
  if (shown?.ok === false) return shown;
  const refused = checkPreconditions(object, options) ?? validateDeletion(context, object);
  return refused === undefined ? deleteAdmitted(context, object, options) : err(refused);
};

/** Deletes an object that the chain has let go: an eviction was asked about as such, and not as a deletion. */
export const deleteAdmitted = (context: RequestContext, object: KubeObject, options: DeleteOptions): Result<Deletion, Status> => {
  const { gracePeriodSeconds: grace } = options;
  const requested = grace === undefined || grace >= 0 ? grace : 1;
  if (isPending(object, requested)) return ok({ object, lingers: true });
  const finalizers = withOwn(context, object, finalizersFor(context, object.metadata, options));
  return ok(finish(context, object, marked(context, object, requested, finalizers)));
};

/** 409 when an object is not the one that is meant. */
export const checkPreconditions = (object: KubeObject, { preconditions }: DeleteOptions): Status | undefined => {
  const { uid, resourceVersion } = object.metadata;
  if (preconditions?.uid !== undefined && preconditions.uid !== uid) {
    const texts = `the UID in the precondition (${preconditions.uid}) does not match the UID in record (${uid})`;
    return preconditionFailed(object, `${texts}. The object might have been deleted and then recreated`);
  }
  if (preconditions?.resourceVersion !== undefined && preconditions.resourceVersion !== resourceVersion) {
    const texts = `the ResourceVersion in the precondition (${preconditions.resourceVersion}) does not match the ResourceVersion in record (${resourceVersion})`;
    return preconditionFailed(object, `${texts}. The object might have been modified`);
  }
  return undefined;
};

/** The server names the kind here, and not the plural. */
const preconditionFailed = ({ kind, metadata }: KubeObject, cause: string): Status =>
  failure(409, "Conflict", `Operation cannot be fulfilled on ${kind} "${metadata.name}": ${cause}`, { name: metadata.name, kind });

/** The propagation policy turns into a finalizer that the garbage collector answers to. */
const finalizersFor = ({ strategy }: RequestContext, metadata: ObjectMeta, options: DeleteOptions): readonly string[] => {
  const asked = options.propagationPolicy;
  const present = metadata.finalizers ?? [];
  const kept = present.filter((finalizer) => finalizer !== ORPHAN && finalizer !== FOREGROUND);
  if (asked === "Orphan") return [...kept, ORPHAN];
  if (asked === "Foreground") return [...kept, FOREGROUND];
  if (asked === "Background") return kept;
  if (present.includes(ORPHAN) || present.includes(FOREGROUND)) return present;
  return strategy.defaultPropagation === "Orphan" ? [...kept, ORPHAN] : present;
};

/** The first deletion adds the server's own finalizers. */
const withOwn = ({ strategy }: RequestContext, { metadata }: KubeObject, finalizers: readonly string[]): readonly string[] => {
  const own = strategy.finalizersOnDelete;
  if (own === undefined || metadata.deletionTimestamp !== undefined) return finalizers;
  return [...finalizers, ...own.filter((finalizer) => !finalizers.includes(finalizer))];
};

const ORPHAN = "orphan";
const FOREGROUND = "foregroundDeletion";

const marked = (context: RequestContext, object: KubeObject, requested: number | undefined, finalizers: readonly string[]): KubeObject => {
  const { finalizers: _dropped, ...metadata } = object.metadata;
  const deletion = deletionOf(context, object, requested);
  return { ...object, metadata: { ...metadata, ...deletion, ...(finalizers.length > 0 && { finalizers }) } };
};

/** A first deletion sets the deadline; a later one may only bring it nearer. */
const deletionOf = ({ world, strategy }: RequestContext, object: KubeObject, requested: number | undefined): Partial<ObjectMeta> => {
  const { deletionTimestamp, deletionGracePeriodSeconds: before = 0, generation } = object.metadata;
  const nowMs = world.nowMs();
  if (deletionTimestamp === undefined) {
    const seconds = strategy.gracePeriodSeconds?.(object, requested) ?? 0;
    const counted = generation === undefined ? {} : { generation: generation + 1 };
    return { deletionTimestamp: toTimestamp(nowMs + seconds * 1000), deletionGracePeriodSeconds: seconds, ...counted };
  }
  if (requested === undefined || requested >= before) return {};
  const dueMs = (parseTimestamp(deletionTimestamp) ?? nowMs) - (before - requested) * 1000;
  // What would be over by now still ends gracefully where that was asked for.
  if (dueMs < nowMs) return { deletionTimestamp: toTimestamp(nowMs), deletionGracePeriodSeconds: Math.min(requested, 1) };
  return { deletionTimestamp: toTimestamp(dueMs), deletionGracePeriodSeconds: requested };
};

/** True when a deletion asks for nothing beyond the pending one. */
const isPending = ({ metadata }: KubeObject, requested: number | undefined): boolean =>
  metadata.deletionTimestamp !== undefined &&
  (metadata.deletionGracePeriodSeconds ?? 0) > 0 &&
  (requested === undefined || requested >= (metadata.deletionGracePeriodSeconds ?? 0));

const finish = (context: RequestContext, object: KubeObject, deleted: KubeObject): Deletion => {
  const { world, row, strategy, dryRun } = context;
  const { namespace, name, finalizers = [], deletionGracePeriodSeconds = 0 } = deleted.metadata;
  const hasToWait = finalizers.length > 0 || deletionGracePeriodSeconds > 0 || object.kind === "Namespace";
  if (!hasToWait) {
    if (!dryRun) removeObject(world, storedAs(row), namespace, name);
    return { object: deleted, lingers: false };
  }
  const unchanged = JSON.stringify(object.metadata) === JSON.stringify(deleted.metadata);
  const next = strategy.prepareDelete?.(deleted, context) ?? deleted;
  if (dryRun || unchanged) return { object: dryRun ? next : object, lingers: true };
  return { object: putObject(world, storedAs(row), next), lingers: true };
};
