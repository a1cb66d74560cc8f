import { matchesLabelSelector } from "#kube/objects/label-selector.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Webhook, WebhookRule } from "#kube/types/webhooks.ts";
import type { RequestContext, SentObject } from "../../schema/kind-strategy.ts";
import { getObject } from "../../store/store.ts";
import { AccessQuestion } from "../cel/access-question.ts";
import { compileCel, isProgram } from "../cel/compile.ts";
import { CelError } from "../cel/expression.ts";
import { authorize } from "../rbac/authorize.ts";
import type { AccessAttributes } from "../rbac/rule-allows.ts";

/** A request as admission policies see it. */
export interface AdmissionRequest {
  readonly context: RequestContext;
  readonly operation: "CREATE" | "UPDATE" | "DELETE" | "CONNECT";
  /** Undefined for a deletion; options without metadata for a connection. */
  readonly object: KubeObject | undefined;
  readonly old: KubeObject | undefined;
}

/** Fields of a webhook that select requests. */
export type Choice = Pick<Webhook, "rules" | "matchPolicy" | "namespaceSelector" | "objectSelector">;

/** True when rules and selectors choose the request. */
export const isChosen = (
  { rules = [], matchPolicy = "Equivalent", namespaceSelector, objectSelector }: Choice,
  request: AdmissionRequest,
): boolean =>
  rules.some((rule) => fitsRule(matchPolicy === "Exact" ? rule : { ...rule, apiVersions: ["*"] }, request)) &&
  fitsNamespace(namespaceSelector, request) &&
  fitsObject(objectSelector, request);

/** True when a rule names the request's operation and resource. */
export const fitsRule = (
  { operations = [], apiGroups = [], apiVersions = [], resources = [], scope = "*" }: WebhookRule,
  request: AdmissionRequest,
): boolean => {
  const { row, subresource } = request.context;
  const includes = (list: readonly string[], value: string): boolean => list.includes("*") || list.includes(value);
  if (!includes(operations, request.operation) || !includes(apiGroups, row.group) || !includes(apiVersions, row.version)) return false;
  if (scope !== "*" && (scope === "Namespaced") !== row.namespaced) return false;
  return resources.some((pattern) => fitsResource(pattern, row.plural, subresource));
};

const fitsResource = (pattern: string, plural: string, subresource: string | undefined): boolean => {
  const [resource, sub] = pattern.split("/");
  if (resource !== "*" && resource !== plural) return false;
  return sub === "*" || sub === subresource;
};

/** Tells whether the labels of the object or its predecessor match; what has no labels matches an empty selector alone. */
const fitsObject = (selector: Webhook["objectSelector"], { object, old }: AdmissionRequest): boolean =>
  selector === undefined ||
  Object.keys(selector).length === 0 ||
  [object, old].some((one) => one?.metadata !== undefined && matchesLabelSelector(selector, one.metadata.labels));

/** Tells whether the namespace of the object (or the object itself, if it is one) matches; cluster-scoped objects always do. */
const fitsNamespace = (selector: Webhook["namespaceSelector"], request: AdmissionRequest): boolean => {
  if (selector === undefined || Object.keys(selector).length === 0) return true;
  const { context, object, old } = request;
  const subject = (object ?? old) as KubeObject;
  if (subject.kind === "Namespace") return matchesLabelSelector(selector, subject.metadata.labels);
  if (!context.row.namespaced) return true;
  const namespace = getObject(context.world, "namespaces", undefined, placeOf(request).namespace ?? "");
  return matchesLabelSelector(selector, namespace?.metadata.labels);
};

/** Namespace and name of the object that a request is about. */
export const placeOf = ({ context, object, old }: AdmissionRequest): Omit<SentObject, "kind"> => {
  const { name, namespace } = context.sent ?? ((object ?? old) as KubeObject).metadata;
  return { name, namespace };
};

/** Variables of admission expressions. */
export const requestBindings = (request: AdmissionRequest): Readonly<Record<string, unknown>> => {
  const { context, operation, object, old } = request;
  const { row, user, dryRun, subresource } = context;
  const { name, namespace } = placeOf(request);
  const kind = kindOf(context);
  const resource = { group: row.group, version: row.version, resource: row.plural };
  return {
    object: object ?? null,
    oldObject: old ?? null,
    request: {
      operation,
      kind,
      resource,
      requestKind: kind,
      requestResource: resource,
      ...(subresource !== undefined && { subResource: subresource, requestSubResource: subresource }),
      name,
      ...(namespace !== undefined && { namespace }),
      dryRun,
      userInfo: { username: user.username, groups: user.groups },
    },
    authorizer: () => new AccessQuestion((asked) => authorize(context.world, user, attributesOf(asked))),
    namespaceObject: () => getObject(context.world, "namespaces", undefined, namespace ?? "") ?? null,
  };
};

const attributesOf = ({ verb = "", resource, subresource, ...rest }: Readonly<Record<string, string>>): AccessAttributes => ({
  ...rest,
  verb,
  resource: subresource === undefined ? resource : `${resource}/${subresource}`,
});

/** Kind of what a request carries. */
export const kindOf = ({ row, sent }: RequestContext): SentObject["kind"] => {
  const { group, version, kind } = sent?.kind ?? row;
  return { group, version, kind };
};

/** Tells whether all conditions are true; returns a problem when one fails to evaluate and none is false. */
export const fitsConditions = (
  conditions: Webhook["matchConditions"],
  request: AdmissionRequest,
): { readonly fits: boolean; readonly problem?: string } => {
  let problem: string | undefined;
  for (const { name, expression } of conditions ?? []) {
    const program = compileCel(expression);
    if (!isProgram(program)) return { fits: false, problem: program.problem };
    try {
      if (program.run(requestBindings(request)) !== true) return { fits: false };
    } catch (cause) {
      if (!(cause instanceof CelError)) throw cause;
      problem ??= `expression '${name}' resulted in error: ${cause.message}`;
    }
  }
  return problem === undefined ? { fits: true } : { fits: false, problem };
};
