import { dns1035Problems, qualifiedNameProblems, subdomainProblems } from "#kube/objects/names.ts";
import { duplicate, type FieldError, invalidEach, invalidValue, required, unsupported } from "../../schema/field-error.ts";
import { expressionErrors, type Wanted } from "../cel/expression-errors.ts";
import { matchConditionErrors } from "../webhooks/match-condition-errors.ts";
import { matchResourcesErrors } from "./match-resources-errors.ts";
import type { AdmissionPolicy, Validation } from "./policy.ts";

/** Field errors of a policy. */
export const policyErrors = ({ metadata, spec = {} }: AdmissionPolicy): readonly FieldError[] => {
  const { failurePolicy = "Fail", paramKind, matchConstraints: match, variables = [], validations = [] } = spec;
  const params = paramKind === undefined ? [] : ["params"];
  const names = [...NAMES, ...params];
  const all = [...names, "authorizer", ...(variables.length > 0 ? ["variables"] : [])];
  const errors: FieldError[] = [];
  if (!FAILURE_POLICIES.includes(failurePolicy)) errors.push(unsupported("spec.failurePolicy", failurePolicy, FAILURE_POLICIES));
  if (paramKind !== undefined) errors.push(...paramKindErrors(paramKind, "spec.paramKind"));
  if (match === undefined) errors.push(required("spec.matchConstraints"));
  else errors.push(...matchResourcesErrors(match, "spec.matchConstraints"));
  if (match !== undefined && (match.resourceRules ?? []).length === 0) errors.push(required("spec.matchConstraints.resourceRules"));
  errors.push(...matchConditionErrors(spec.matchConditions ?? [], "spec.matchConditions", [...names, "authorizer"]));
  for (const [i, variable] of variables.entries()) errors.push(...variableErrors(variable, `spec.variables[${i}]`, all));
  const annotations = spec.auditAnnotations ?? [];
  if (validations.length + annotations.length === 0) return [...errors, ...NOTHING.map((field) => required(field, SOMETHING))];
  for (const [i, rule] of validations.entries()) errors.push(...validationErrors(rule, `spec.validations[${i}]`, all));
  return [...errors, ...annotationErrors(annotations, metadata.name, all)];
};

/** Variables that every expression of a policy may use. */
const NAMES = ["object", "oldObject", "request", "namespaceObject"];
const FAILURE_POLICIES = ["Fail", "Ignore"];
const REASONS = ["Forbidden", "Invalid", "RequestEntityTooLarge"];
const NOTHING = ["spec.validations", "spec.auditAnnotations"];
const SOMETHING = "validations or auditAnnotations must contain at least one item";
const ANNOTATIONS_MAX = 20;
const VALUE_BYTES_MAX = 5 * 1024;

const paramKindErrors = ({ apiVersion = "", kind = "" }: { apiVersion?: string; kind?: string }, path: string): readonly FieldError[] => {
  const kinds = dns1035Problems(kind.toLowerCase());
  const mixed = "may have mixed case, but should otherwise match: ";
  return [
    ...versionErrors(apiVersion, `${path}.apiVersion`),
    ...(kind === ""
      ? [required(`${path}.kind`)]
      : kinds.length === 0
        ? []
        : [invalidValue(`${path}.kind`, kind, `${mixed}${kinds.join(",")}`)]),
  ];
};

const versionErrors = (apiVersion: string, path: string): readonly FieldError[] => {
  if (apiVersion === "") return [required(path)];
  const parts = apiVersion === "/" ? ["", ""] : apiVersion.split("/");
  if (parts.length > 2) return [invalidValue(path, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)];
  const [version = "", group = ""] = [...parts].reverse();
  const ofGroup = group === "" ? [] : subdomainProblems(group);
  const errors = ofGroup.length === 0 ? [] : [invalidValue(path, group, ofGroup.join(","))];
  if (version === "") return [...errors, invalidValue(path, apiVersion, "version must be specified")];
  const ofVersion = dns1035Problems(version);
  return ofVersion.length === 0 ? errors : [...errors, invalidValue(path, version, ofVersion.join(","))];
};

interface Variable {
  readonly name?: string;
  readonly expression?: string;
}

const variableErrors = ({ name = "", expression = "" }: Variable, path: string, names: readonly string[]): readonly FieldError[] => {
  const isIdentifier = IDENTIFIER.test(name) && !RESERVED.has(name);
  return [
    ...(name.trim() === ""
      ? [required(`${path}.name`, "name is not specified")]
      : isIdentifier
        ? []
        : [invalidValue(`${path}.name`, name, "must be a valid CEL identifier")]),
    ...neededErrors(expression, `${path}.expression`, "expression is not specified", { names }),
  ];
};

const IDENTIFIER = /^[_a-zA-Z][_a-zA-Z0-9]*$/;
const RESERVED: ReadonlySet<string> = new Set([
  ...["true", "false", "null", "in", "as", "break", "const", "continue", "else", "for", "function", "if", "import"],
  ...["let", "loop", "package", "namespace", "return", "var", "void", "while"],
]);

const neededErrors = (source: string, field: string, missing: string, wanted: Wanted): readonly FieldError[] =>
  source.trim() === "" ? [required(field, missing)] : expressionErrors(source, field, wanted);

const validationErrors = (rule: Partial<Validation>, path: string, names: readonly string[]): readonly FieldError[] => {
  const { expression = "", message = "", messageExpression = "", reason } = rule;
  const errors = [...neededErrors(expression, `${path}.expression`, "expression is not specified", { names, types: ["bool"] })];
  const place = `${path}.messageExpression`;
  const unguarded = names.filter((name) => name !== "authorizer");
  if (messageExpression !== "" && messageExpression.trim() === "")
    errors.push(invalidValue(place, messageExpression, "must be non-empty if specified"));
  else if (messageExpression !== "") errors.push(...expressionErrors(messageExpression, place, { names: unguarded, types: ["string"] }));
  if (message !== "" && message.trim() === "") errors.push(invalidValue(`${path}.message`, message, "must be non-empty if specified"));
  else if (/[\n\r]/.test(message.trim())) errors.push(invalidValue(`${path}.message`, message, "must not contain line breaks"));
  if (reason !== undefined && !REASONS.includes(reason)) errors.push(unsupported(`${path}.reason`, reason, REASONS));
  return errors;
};

interface Annotation {
  readonly key?: string;
  readonly valueExpression?: string;
}

const annotationErrors = (annotations: readonly Annotation[], policy: string, names: readonly string[]): readonly FieldError[] => {
  const path = "spec.auditAnnotations";
  const tooMuch = `must not have more than ${ANNOTATIONS_MAX} auditAnnotations`;
  const errors: FieldError[] = annotations.length > ANNOTATIONS_MAX ? [invalidValue(path, annotations, tooMuch)] : [];
  const keys = annotations.map(({ key = "" }) => key);
  annotations.forEach(({ key = "", valueExpression = "" }, i) => {
    const place = `${path}[${i}]`;
    const whole = `${policy}/${key}`;
    errors.push(
      ...(policy === ""
        ? [invalidValue(`${place}.key`, key, "requires metadata.name be non-empty")]
        : invalidEach(`${place}.key`, whole, qualifiedNameProblems(whole))),
    );
    const source = valueExpression.trim();
    const field = `${place}.valueExpression`;
    errors.push(
      ...(source.length > VALUE_BYTES_MAX
        ? [required(field, `must not exceed ${VALUE_BYTES_MAX} bytes in length`)]
        : neededErrors(source, field, "valueExpression is not specified", { names, types: ["string", "null_type"] })),
    );
    if (keys.indexOf(key) < i) errors.push(duplicate(`${place}.key`, key));
  });
  return errors;
};
