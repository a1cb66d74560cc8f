import type { ResourceRow } from "#kube/objects/resources.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { World } from "../../kernel/world.ts";
import { type ApiAnswer, type ApiRequest, answer, refuse } from "../http/api-request.ts";
import { converterText } from "../http/read/converter-text.ts";
import { viewOf } from "../http/read/read-objects.ts";
import { badRequest, conflict, forbidden, notFound } from "../http/status.ts";
import { authorize } from "../policy/rbac/authorize.ts";
import { refuseEscalation } from "../policy/rbac/escalation.ts";
import { decodeObject } from "../schema/codec/decode.ts";
import { decodeRequestObject } from "../schema/codec/decode-request.ts";
import type { Raw } from "../schema/codec/same.ts";
import type { RequestContext } from "../schema/kind-strategy.ts";
import { getObject } from "../store/store.ts";
import { storedAs } from "../store/stored-as.ts";
import { applyToObject, conversionRefusal } from "./apply/apply-patch.ts";
import { createObject } from "./create-object.ts";
import { replaceObject, type UpdatePart } from "./update-object.ts";
import { contextOf, nameProblem, namespaceProblem, shown, uidProblem, withWarnings } from "./write-objects.ts";
import { managerOf } from "./write-options.ts";

/** Object of a request. */
export interface ApplyTarget {
  readonly row: ResourceRow;
  readonly namespace: string | undefined;
  readonly name: string;
  readonly part: UpdatePart;
  readonly subresource: string | undefined;
}

/** Answers a server-side apply: the object is made when it is not there. */
export const answerApply = (world: World, target: ApplyTarget, request: ApiRequest): ApiAnswer => {
  const { row, namespace, name, part, subresource } = target;
  const context = contextOf(world, row, request, subresource);
  const current = getObject(world, storedAs(row), namespace, name);
  if (current === undefined && part === "status") return refuse(notFound(row, name));
  const { uid } = (request.body as Partial<KubeObject> | null)?.metadata ?? {};
  if (current === undefined && uid !== undefined)
    return refuse(conflict(row, name, `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`));
  const view = current === undefined ? undefined : viewOf(world, row, current);
  if (view?.ok === false) return refuse(view.error);
  const live = view?.value;
  const force = request.query["force"] === "true" || request.query["force"] === "1";
  const outcome = applyToObject(context, live, { applied: request.body, manager: managerOf(request), force });
  if (!outcome.ok) return refuse(outcome.error);
  const strict = strictProblem(context, request.strictErrors);
  if (strict !== undefined) return refuse(badRequest(strict));
  const { object, managers } = outcome.value;
  const problem =
    namespaceProblem(row, namespace, object) ?? nameProblem(name, object) ?? (live && uidProblem(row, live, object as KubeObject));
  if (problem !== undefined) return refuse(problem);
  const { error } = context.strategy.decode?.(object as unknown as Raw) ?? decodeObject(context.strategy.typeName ?? row.kind, object);
  if (error !== undefined) return refuse(conversionRefusal(request.body as Raw, converterText(error)));
  const decoded = decodeRequestObject({ ...context, fieldValidation: "Ignore" }, object);
  if (!decoded.ok) return refuse(decoded.error);
  const escalation = refuseEscalation(world, request.user, row, namespace, decoded.value);
  if (escalation !== undefined) return refuse(escalation);
  const writing = { ...context, applied: managers };
  if (current !== undefined) return withWarnings(context, answer(shown(context, replaceObject(writing, current, decoded.value, part))));
  const refused = mayCreate(context, target);
  return refused ?? withWarnings(context, answer(shown(context, createObject(writing, namespace, withPlace(target, decoded.value))), 201));
};

/** Said after the apply itself succeeded, as the server does. */
const strictProblem = ({ fieldValidation, warnings }: RequestContext, errors: readonly string[] = []): string | undefined => {
  if (errors.length === 0 || fieldValidation === "Ignore") return undefined;
  if (fieldValidation === "Strict")
    return `error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n${errors.map((text) => `  ${text}`).join("\n")}`;
  warnings.push(...errors);
  return undefined;
};

/** Refusal of an apply that would create an object, by a user who may patch but not create. */
const mayCreate = ({ world, user, row }: RequestContext, { namespace, name }: ApplyTarget): ApiAnswer | undefined => {
  const asked = { verb: "create", group: row.group, resource: row.plural, name, namespace };
  if (authorize(world, user, asked).allowed) return undefined;
  const where = namespace === undefined ? "at the cluster scope" : `in the namespace ${JSON.stringify(namespace)}`;
  const cause = `User ${JSON.stringify(user.username)} cannot create resource ${JSON.stringify(row.plural)} in API group ${JSON.stringify(row.group)} ${where}`;
  return refuse(forbidden(row, name, cause));
};

const withPlace = ({ row, namespace }: ApplyTarget, object: KubeObject): KubeObject =>
  row.namespaced && namespace !== undefined && object.metadata.namespace === undefined
    ? { ...object, metadata: { ...object.metadata, namespace } }
    : object;
