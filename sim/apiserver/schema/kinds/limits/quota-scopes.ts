import type { ResourceQuota } from "#kube/types/cluster.ts";
import { type FieldError, invalidValue, required } from "../../field-error.ts";

/** Field errors of a quota's scopes; `standard` are the resources that scopes apply to. */
export const scopeErrors = (spec: ResourceQuota["spec"], standard: ReadonlySet<string>): readonly FieldError[] => {
  const limited = Object.keys(spec.hard ?? {})
    .filter((name) => standard.has(name))
    .sort();
  return [...plainErrors(spec.scopes ?? [], limited), ...selectorErrors(spec, limited)];
};

interface Requirement {
  readonly scopeName: string;
  readonly operator?: string;
  readonly values?: readonly string[];
}

const POD_COMPUTE = new Set(["cpu", "memory", "limits.cpu", "limits.memory", "requests.cpu", "requests.memory"]);
const ABOUT_PODS = new Set(["Terminating", "NotTerminating", "BestEffort", "NotBestEffort", "PriorityClass", "CrossNamespacePodAffinity"]);
const SCOPES = new Set([...ABOUT_PODS, "VolumeAttributesClass"]);
/** Scopes without a value, which a pod either matches or not. */
const YES_OR_NO = new Set(["Terminating", "NotTerminating", "BestEffort", "NotBestEffort", "CrossNamespacePodAffinity"]);

const isFit = (scope: string, name: string): boolean => {
  if (scope === "BestEffort") return name === "pods";
  if (ABOUT_PODS.has(scope)) return name === "pods" || POD_COMPUTE.has(name);
  return scope !== "VolumeAttributesClass" || name === "persistentvolumeclaims" || name === "requests.storage";
};

const conflicts = (scopes: readonly string[]): number =>
  [
    ["BestEffort", "NotBestEffort"],
    ["Terminating", "NotTerminating"],
  ].filter((pair) => pair.every((scope) => scopes.includes(scope))).length;

const plainErrors = (scopes: readonly string[], limited: readonly string[]): readonly FieldError[] => {
  const refuse = (detail: string): FieldError => invalidValue("spec.scopes", scopes, detail);
  const errors = scopes.flatMap((scope) => [
    ...(SCOPES.has(scope) ? [] : [refuse("unsupported scope")]),
    ...limited.filter((name) => !isFit(scope, name)).map(() => refuse("unsupported scope applied to resource")),
  ]);
  return [...errors, ...Array.from({ length: conflicts(scopes) }, () => refuse("conflicting scopes"))];
};

const selectorErrors = (spec: ResourceQuota["spec"], limited: readonly string[]): readonly FieldError[] => {
  const { matchExpressions = [] } = (spec.scopeSelector ?? {}) as { readonly matchExpressions?: readonly Requirement[] };
  const path = "spec.scopeSelector.matchExpressions";
  const errors = matchExpressions.flatMap((requirement) => requirementErrors(requirement, path, limited, spec.scopeSelector));
  const names = matchExpressions.map(({ scopeName }) => scopeName);
  return [...errors, ...Array.from({ length: conflicts(names) }, () => invalidValue(path, spec.scopes ?? null, "conflicting scopes"))];
};

const requirementErrors = (
  { scopeName, operator = "", values = [] }: Requirement,
  path: string,
  limited: readonly string[],
  selector: unknown,
): readonly FieldError[] => {
  const errors: FieldError[] = [];
  if (!SCOPES.has(scopeName)) errors.push(invalidValue(`${path}.scopeName`, scopeName, "unsupported scope"));
  for (const _name of limited.filter((name) => !isFit(scopeName, name)))
    errors.push(invalidValue(path, selector, "unsupported scope applied to resource"));
  if (YES_OR_NO.has(scopeName) && operator !== "Exists") {
    const wish =
      "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity";
    errors.push(invalidValue(`${path}.operator`, operator, wish));
  }
  if (["In", "NotIn"].includes(operator)) {
    if (values.length === 0)
      errors.push(required(`${path}.values`, "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector"));
  } else if (["Exists", "DoesNotExist"].includes(operator)) {
    if (values.length > 0)
      errors.push(
        invalidValue(`${path}.values`, values, "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector"),
      );
  } else errors.push(invalidValue(`${path}.operator`, operator, "not a valid selector operator"));
  return errors;
};
