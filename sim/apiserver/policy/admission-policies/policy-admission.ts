import { matchesLabelSelector } from "#kube/objects/label-selector.ts";
import type { KubeObject, Status } from "#kube/types/meta.ts";
import type { World } from "../../../kernel/world.ts";
import { failure, forbidden } from "../../http/status.ts";
import { servedRowOfKind } from "../../schema/served-resources.ts";
import { getObject, listObjects } from "../../store/store.ts";
import type { AdmissionPlugin } from "../admission/admission-plugin.ts";
import { compileCel, isProgram } from "../cel/compile.ts";
import { CelError } from "../cel/expression.ts";
import { type AdmissionRequest, fitsConditions, fitsRule, isChosen, placeOf, requestBindings } from "../webhooks/match-webhook.ts";
import {
  type AdmissionPolicy,
  BINDINGS,
  type MatchResources,
  type ParamRef,
  POLICIES,
  type PolicyBinding,
  type Validation,
} from "./policy.ts";

/** Policies in CEL that a binding puts into force. */
export const admissionPolicies: AdmissionPlugin = {
  validate: (context, object, old) => judge({ context, operation: old === undefined ? "CREATE" : "UPDATE", object, old }),
  validateDeletion: (context, object) => judge({ context, operation: "DELETE", object: undefined, old: object }),
  validateConnection: (request) => judge(request),
};

const judge = (request: AdmissionRequest): Status | undefined => {
  const { world, row } = request.context;
  const bindings = row.group === "admissionregistration.k8s.io" ? [] : listObjects<PolicyBinding>(world, BINDINGS);
  for (const binding of bindings) {
    const policy = getObject<AdmissionPolicy>(world, POLICIES, undefined, binding.spec.policyName);
    if (policy === undefined || !isAbout(policy.spec.matchConstraints, request)) continue;
    if (binding.spec.matchResources !== undefined && !isAbout(binding.spec.matchResources, request)) continue;
    const refused = applyBinding(policy, binding, request);
    if (refused !== undefined) return refused;
  }
  return undefined;
};

const isAbout = (resources: MatchResources | undefined, request: AdmissionRequest): boolean => {
  const { resourceRules, excludeResourceRules = [], ...selectors } = resources ?? {};
  const name = placeOf(request).name;
  const fits = (rules: NonNullable<MatchResources["resourceRules"]>) =>
    rules.filter(({ resourceNames = [] }) => resourceNames.length === 0 || resourceNames.includes(name));
  if (fits(excludeResourceRules).some((rule) => fitsRule(rule, request))) return false;
  const rules = resourceRules === undefined ? EVERYTHING : fits(resourceRules);
  return isChosen({ ...selectors, rules }, request);
};

const EVERYTHING = [{ operations: ["*"], apiGroups: ["*"], apiVersions: ["*"], resources: ["*", "*/*"] }];

interface Problem {
  readonly message: string;
  readonly reason: string;
}

const applyBinding = (policy: AdmissionPolicy, binding: PolicyBinding, request: AdmissionRequest): Status | undefined => {
  const { context } = request;
  const frame = `ValidatingAdmissionPolicy '${policy.metadata.name}' with binding '${binding.metadata.name}'`;
  const actions = binding.spec.validationActions ?? [];
  for (const { message, reason } of problemsOf(policy, binding, request)) {
    if (actions.includes("Warn")) context.warnings.push(`Validation failed for ${frame}: ${message}`);
    if (actions.includes("Deny")) return denial(request, `${frame} denied request: ${message}`, reason);
  }
  return undefined;
};

const CODES: Readonly<Record<string, number>> = { Invalid: 422, Forbidden: 403, Unauthorized: 401, RequestEntityTooLarge: 413 };

const denial = (request: AdmissionRequest, cause: string, reason: string): Status => {
  const { message = "", details } = forbidden(request.context.row, placeOf(request).name, cause);
  return failure(CODES[reason] ?? 422, reason, message, { ...details, causes: [{ message: cause }] });
};

const problemsOf = (policy: AdmissionPolicy, { spec }: PolicyBinding, request: AdmissionRequest): readonly Problem[] => {
  const isStrict = policy.spec.failurePolicy !== "Ignore";
  const failed = (message: string): readonly Problem[] => (isStrict ? [{ message, reason: "Invalid" }] : []);
  const conditions = fitsConditions(policy.spec.matchConditions, request);
  if (!conditions.fits) return conditions.problem === undefined ? [] : failed(conditions.problem);
  const found = paramsOf(policy, spec.paramRef, request);
  if (found === undefined) {
    const denies = spec.paramRef?.parameterNotFoundAction === "Deny";
    return denies ? failed("failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction") : [];
  }
  return found.flatMap((params) => {
    const bindings = withVariables(policy, { ...requestBindings(request), params: params ?? null });
    return (policy.spec.validations ?? []).flatMap((validation) => check(validation, bindings, failed));
  });
};

const check = (
  validation: Validation,
  bindings: Readonly<Record<string, unknown>>,
  failed: (message: string) => readonly Problem[],
): readonly Problem[] => {
  const program = compileCel(validation.expression);
  if (!isProgram(program)) return failed(program.problem);
  try {
    if (program.run(bindings) === true) return [];
  } catch (cause) {
    if (!(cause instanceof CelError)) throw cause;
    return failed(`expression '${validation.expression}' resulted in error: ${cause.message}`);
  }
  return [{ message: messageOf(validation, bindings), reason: validation.reason ?? "Invalid" }];
};

const messageOf = ({ message, messageExpression, expression }: Validation, bindings: Readonly<Record<string, unknown>>): string => {
  const program = messageExpression === undefined ? undefined : compileCel(messageExpression);
  try {
    const text = program !== undefined && isProgram(program) ? program.run(bindings) : undefined;
    if (typeof text === "string" && text.trim() !== "") return text.trim();
  } catch (cause) {
    if (!(cause instanceof CelError)) throw cause;
  }
  return message?.trim() ? message.trim() : `failed expression: ${expression.trim()}`;
};

/** Adds variables, which are evaluated on first use and may use earlier ones. */
const withVariables = ({ spec }: AdmissionPolicy, bindings: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const values: Record<string, unknown> = {};
  const scope: Readonly<Record<string, unknown>> = { ...bindings, variables: values };
  for (const { name, expression } of spec.variables ?? []) {
    const program = compileCel(expression);
    Object.defineProperty(values, name, { enumerable: true, get: () => (isProgram(program) ? program.run(scope) : undefined) });
  }
  return scope;
};

/** The objects that a binding names as parameters; undefined when there are none. A policy without parameters is asked once. */
const paramsOf = (
  { spec }: AdmissionPolicy,
  ref: ParamRef | undefined,
  request: AdmissionRequest,
): readonly (KubeObject | undefined)[] | undefined => {
  if (spec.paramKind === undefined || ref === undefined) return [undefined];
  const { world } = request.context;
  const row = servedRowOfKind(world, spec.paramKind.apiVersion, spec.paramKind.kind);
  if (row === undefined) return undefined;
  const namespace = row.namespaced ? (ref.namespace ?? placeOf(request).namespace) : undefined;
  const found =
    ref.name === undefined
      ? selected(world, row.resource, namespace, ref)
      : [getObject(world, row.resource, namespace, ref.name)].filter((one) => one !== undefined);
  return found.length === 0 ? undefined : found;
};

const selected = (world: World, resource: string, namespace: string | undefined, { selector }: ParamRef): readonly KubeObject[] =>
  listObjects(world, resource, namespace).filter(({ metadata }) => matchesLabelSelector(selector ?? {}, metadata.labels));
