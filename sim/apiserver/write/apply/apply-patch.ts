import { err, ok, type Result } from "#core/result.ts";
import { toTimestamp } from "#core/timestamp.ts";
import { apiVersionOf, type ResourceRow } from "#kube/objects/resources.ts";
import { type Applied, type ApplyConflict, applyConfiguration } from "#kube/structured-merge/apply-configuration.ts";
import { typeProblem } from "#kube/structured-merge/check-type.ts";
import { EMPTY_SET } from "#kube/structured-merge/field-set.ts";
import { type Managers, NO_MANAGERS } from "#kube/structured-merge/managers.ts";
import { recordUpdate } from "#kube/structured-merge/record-update.ts";
import type { KubeObject, Status } from "#kube/types/meta.ts";
import { badRequest, failure } from "../../http/status.ts";
import type { Raw } from "../../schema/codec/same.ts";
import type { RequestContext } from "../../schema/kind-strategy.ts";
import { conflictStatus } from "./conflict-status.ts";
import { allowedConflicts, withLastApplied } from "./last-applied.ts";
import { mergeTypeOf } from "./merge-type-of.ts";
import { managersOf } from "./object-managers.ts";
import { resetFields } from "./reset-fields.ts";

/** Server-side apply, as requested. */
export interface ApplyRequest {
  /** Applied configuration, as JSON. */
  readonly applied: unknown;
  readonly manager: string;
  readonly force: boolean;
}

/** Result of an apply: the object to write, and its managers. */
export interface ApplyOutcome {
  readonly object: unknown;
  readonly managers: Managers;
}

/** Applies a configuration to an object. @param live undefined: the object is created */
export const applyToObject = (
  context: RequestContext,
  live: KubeObject | undefined,
  { applied, manager, force }: ApplyRequest,
): Result<ApplyOutcome, Status> => {
  const { row, strategy, world, subresource } = context;
  const type = mergeTypeOf(row, strategy);
  const refused = formProblem(row, applied) ?? typeRefusal(typeProblem(type, applied), applied as Raw);
  if (refused !== undefined) return err(refused);
  const reset = resetFields(row.resource, strategy, subresource);
  const time = toTimestamp(world.nowMs());
  const by = { manager, apiVersion: apiVersionOf(row), subresource, time };
  const managers = live === undefined ? NO_MANAGERS : presentManagers(context, live);
  const request = { type, live: live ?? { apiVersion: apiVersionOf(row), kind: row.kind }, applied, managers, by, force, reset };
  const first = applyConfiguration(request);
  const outcome =
    first.ok || manager !== "kubectl" ? first : overLastApplied(first.error, { ...request, mayTake: allowedConflicts(type, live) });
  if (!outcome.ok) return err(conflictStatus(outcome.error));
  return ok({ object: withLastApplied(manager, outcome.value.value, applied as Raw), managers: outcome.value.managers });
};

type Application = Parameters<typeof applyConfiguration>[0];

/** Lets kubectl take over fields that its last client-side apply set. */
const overLastApplied = (conflicts: readonly ApplyConflict[], request: Application): Result<Applied, readonly ApplyConflict[]> =>
  request.mayTake === undefined ? err(conflicts) : applyConfiguration(request);

/** Managers of an object before its first apply. */
const presentManagers = (context: RequestContext, live: KubeObject): Managers => {
  const { world, row, strategy, subresource } = context;
  const managers = managersOf(world, live);
  if (managers.size > 0) return managers;
  return recordUpdate(NO_MANAGERS, {
    type: mergeTypeOf(row, strategy),
    before: {},
    after: live,
    by: {
      manager: "before-first-apply",
      operation: "Update",
      apiVersion: apiVersionOf(row),
      subresource,
      time: toTimestamp(world.nowMs()),
    },
    reset: subresource === undefined ? resetFields(row.resource, strategy, undefined) : EMPTY_SET,
  });
};

const formProblem = (row: ResourceRow, applied: unknown): Status | undefined => {
  if (applied !== null && (typeof applied !== "object" || Array.isArray(applied))) return badRequest(unreadable(applied));
  const {
    apiVersion: givenVersion,
    kind: givenKind,
    metadata,
  } = (applied ?? {}) as { apiVersion?: unknown; kind?: unknown; metadata?: Raw | null };
  const [apiVersion, kind] = [textOf(givenVersion), textOf(givenKind)];
  if (kind !== row.kind || apiVersion !== apiVersionOf(row))
    return badRequest(`invalid object type: ${showGroupVersionKind(apiVersion, kind)}`);
  return metadata?.["managedFields"] === undefined ? undefined : badRequest("metadata.managedFields must be nil");
};

/** Reads anything but a string as "". */
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const typeRefusal = (problem: string | undefined, { apiVersion, kind, metadata }: Raw): Status | undefined => {
  if (problem === undefined) return undefined;
  return unnamedFailure(`failed to create typed patch object (${showApplied({ apiVersion, kind, metadata })}): ${problem}`);
};

/** Status for a merged object that cannot be converted to its type; `problem` is in the words of the converter. */
export const conversionRefusal = (applied: Raw, problem: string): Status => {
  const kind = showGroupVersionKind(`${applied["apiVersion"]}`, `${applied["kind"]}`);
  const cause = `unable to convert unstructured object to ${kind}: ${problem}`;
  return unnamedFailure(`failed to convert new object (${showApplied(applied)}) to proper version: ${cause}`);
};

/** A failure of the server that has no reason. */
const unnamedFailure = (message: string): Status => {
  const { reason: _none, ...status } = failure(500, "", message);
  return status;
};

const showApplied = ({ apiVersion, kind, metadata }: Raw): string => {
  const { namespace = "", name = "" } = (metadata ?? {}) as { namespace?: string; name?: string };
  return `${namespace}/${name}; ${showGroupVersionKind(`${apiVersion}`, `${kind}`)}`;
};

const unreadable = (applied: unknown): string => {
  const given = Array.isArray(applied) ? "array" : typeof applied === "boolean" ? "bool" : typeof applied;
  const cause = `json: cannot unmarshal ${given} into Go value of type map[string]interface {}`;
  return `error decoding YAML: error unmarshaling JSON: while decoding JSON: ${cause}`;
};

/** Group, version and kind in an error; the core group is empty: `/v1, Kind=Pod`. */
const showGroupVersionKind = (apiVersion: string, kind: string): string =>
  `${apiVersion.includes("/") ? apiVersion : `/${apiVersion}`}, Kind=${kind}`;
