import { compileCel, isProgram, resultType } from "../cel/compile.ts";
import { type FieldError, invalidValue, required, unsupported } from "../field-error.ts";
import { defineKind } from "../kind-strategy.ts";
import type { AdmissionPolicy, PolicyBinding } from "./policy.ts";

const policyKind = defineKind<AdmissionPolicy>({
  hasGeneration: true,
  hasStatus: true,
  validate: ({ spec }, errors) => void errors.push(...policyErrors(spec)),
});

const bindingKind = defineKind<PolicyBinding>({
  hasGeneration: true,
  validate: ({ spec }, errors) => void errors.push(...bindingErrors(spec)),
});

/** Policies in CEL, and what puts them into force. */
export const policyKinds = {
  "validatingadmissionpolicies.admissionregistration.k8s.io": policyKind,
  "validatingadmissionpolicybindings.admissionregistration.k8s.io": bindingKind,
};

/** What expressions of a policy may speak of. */
const NAMES = {
  object: undefined,
  oldObject: undefined,
  request: undefined,
  params: undefined,
  namespaceObject: undefined,
  authorizer: undefined,
  variables: undefined,
};

const policyErrors = ({
  failurePolicy = "Fail",
  matchConstraints,
  variables = [],
  validations = [],
  matchConditions = [],
  auditAnnotations = [],
}: AdmissionPolicy["spec"]): readonly FieldError[] => {
  const errors: FieldError[] = [];
  if (!["Fail", "Ignore"].includes(failurePolicy)) errors.push(unsupported("spec.failurePolicy", failurePolicy, ["Fail", "Ignore"]));
  if (matchConstraints === undefined) errors.push(required("spec.matchConstraints"));
  else if ((matchConstraints.resourceRules ?? []).length === 0) errors.push(required("spec.matchConstraints.resourceRules"));
  if (validations.length === 0 && auditAnnotations.length === 0) {
    const wish = "validations or auditAnnotations must be specified";
    errors.push(required("spec.validations", wish), required("spec.auditAnnotations", wish));
  }
  const expression = (source: string | undefined, field: string, label = "expression"): void => {
    if (!source?.trim()) return void errors.push(required(field, `${label} is not specified`));
    const compiled = compileCel(source, NAMES);
    if (!isProgram(compiled)) errors.push(invalidValue(field, source, compiled.problem));
  };
  for (const [i, one] of matchConditions.entries()) expression(one.expression, `spec.matchConditions[${i}].expression`);
  for (const [i, one] of variables.entries()) expression(one.expression, `spec.variables[${i}].expression`);
  for (const [i, one] of validations.entries()) {
    expression(one.expression, `spec.validations[${i}].expression`);
    errors.push(...typeErrors(one.expression, `spec.validations[${i}].expression`));
    if (one.messageExpression !== undefined) expression(one.messageExpression, `spec.validations[${i}].messageExpression`);
    if (one.reason !== undefined && !REASONS.includes(one.reason))
      errors.push(unsupported(`spec.validations[${i}].reason`, one.reason, REASONS));
  }
  return errors;
};

/** A rule says yes or no. */
const typeErrors = (source: string | undefined, field: string): readonly FieldError[] => {
  const program = source?.trim() ? compileCel(source) : undefined;
  const type = program !== undefined && isProgram(program) ? resultType(program) : undefined;
  return type === undefined ? [] : [invalidValue(field, source, `must evaluate to bool but got ${type}`)];
};

const REASONS = ["Forbidden", "Invalid", "RequestEntityTooLarge", "Unauthorized"];
const ACTIONS = ["Audit", "Deny", "Warn"];

const bindingErrors = ({ policyName, validationActions = [] }: PolicyBinding["spec"]): readonly FieldError[] => {
  const errors: FieldError[] = [];
  if (!policyName) errors.push(required("spec.policyName"));
  if (validationActions.length === 0) errors.push(required("spec.validationActions", "at least one validation action is required"));
  for (const [i, action] of validationActions.entries()) {
    if (!ACTIONS.includes(action)) errors.push(unsupported(`spec.validationActions[${i}]`, action, ACTIONS));
  }
  if (validationActions.includes("Deny") && validationActions.includes("Warn"))
    errors.push(
      invalidValue(
        "spec.validationActions",
        validationActions,
        "must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)",
      ),
    );
  return errors;
};
