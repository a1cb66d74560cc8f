import { matchesLabelSelector } from "#kube/objects/label-selector.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { RequestContext } from "../../schema/kind-strategy.ts";
import { getObject } from "../../store/store.ts";
import { compileCel, isProgram } from "../cel/compile.ts";
import { CelError } from "../cel/expression.ts";
import type { Webhook, WebhookRule } from "./configuration.ts";

/** A request as admission policies see it. */
export interface AdmissionRequest {
  readonly context: RequestContext;
  readonly operation: "CREATE" | "UPDATE" | "DELETE";
  /** Undefined for a deletion. */
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
  [request.object, request.old].some(
    (object) => object !== undefined && matchesLabelSelector(objectSelector ?? {}, object.metadata.labels),
  );

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

/** Tells whether the namespace of the object (or the object itself, if it is one) matches; cluster-scoped objects always do. */
const fitsNamespace = (selector: Webhook["namespaceSelector"], { context, object, old }: AdmissionRequest): boolean => {
  if (selector === undefined || Object.keys(selector).length === 0) return true;
  const subject = (object ?? old) as KubeObject;
  if (subject.kind === "Namespace") return matchesLabelSelector(selector, subject.metadata.labels);
  if (!context.row.namespaced) return true;
  const namespace = getObject(context.world, "namespaces", undefined, subject.metadata.namespace ?? "");
  return matchesLabelSelector(selector, namespace?.metadata.labels);
};

/** Variables of admission expressions. */
export const requestBindings = ({ context, operation, object, old }: AdmissionRequest): Readonly<Record<string, unknown>> => {
  const { row, user, dryRun, subresource } = context;
  const { name, namespace } = ((object ?? old) as KubeObject).metadata;
  const kind = { group: row.group, version: row.version, kind: row.kind };
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
      name,
      ...(namespace !== undefined && { namespace }),
      ...(subresource !== undefined && { subResource: subresource }),
      dryRun,
      userInfo: { username: user.username, groups: user.groups },
    },
    namespaceObject: () => getObject(context.world, "namespaces", undefined, namespace ?? "") ?? null,
  };
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
