import { pathSegmentProblems, subdomainProblems } from "#kube/objects/names.ts";
import { duplicate, type FieldError, forbiddenField, invalidEach, invalidValue, required, unsupported } from "../../schema/field-error.ts";
import { validateLabelSelector } from "../../schema/validation/label-selector.ts";
import { matchResourcesErrors } from "./match-resources-errors.ts";
import type { ParamRef, PolicyBinding } from "./policy.ts";

/** Field errors of a binding. */
export const bindingErrors = ({
  policyName,
  paramRef,
  matchResources,
  validationActions,
}: Partial<PolicyBinding["spec"]>): readonly FieldError[] => [
  ...(policyName ? invalidEach("spec.policyName", policyName, subdomainProblems(policyName)) : [required("spec.policyName")]),
  ...(paramRef === undefined ? [] : paramErrors(paramRef, "spec.paramRef")),
  ...(matchResources === undefined ? [] : matchResourcesErrors(matchResources, "spec.matchResources")),
  ...actionErrors(validationActions ?? [], "spec.validationActions"),
];

const EITHER = "name and selector are mutually exclusive";
const NOT_FOUND_ACTIONS = ["Deny", "Allow"];

const paramErrors = ({ name = "", selector, parameterNotFoundAction: action = "" }: ParamRef, path: string): readonly FieldError[] => {
  const errors: FieldError[] = name === "" ? [] : [...invalidEach(`${path}.name`, name, pathSegmentProblems(name))];
  if (name !== "" && selector !== undefined) errors.push(forbiddenField(`${path}.name`, EITHER));
  if (selector !== undefined) validateLabelSelector(selector, `${path}.selector`, errors);
  if (name !== "" && selector !== undefined) errors.push(forbiddenField(`${path}.selector`, EITHER));
  if (name === "" && selector === undefined) errors.push(required(path, "one of name or selector must be specified"));
  const place = `${path}.parameterNotFoundAction`;
  if (action === "") errors.push(required(place));
  else if (!NOT_FOUND_ACTIONS.includes(action)) errors.push(unsupported(place, action, NOT_FOUND_ACTIONS));
  return errors;
};

const ACTIONS = ["Audit", "Deny", "Warn"];
const BOTH =
  "must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)";

const actionErrors = (actions: readonly string[], path: string): readonly FieldError[] => {
  const errors = actions.flatMap((action, i) => [
    ...(ACTIONS.includes(action) ? [] : [unsupported(`${path}[${i}]`, action, ACTIONS)]),
    ...(actions.indexOf(action) < i ? [duplicate(`${path}[${i}]`, action)] : []),
  ]);
  if (actions.includes("Deny") && actions.includes("Warn")) errors.push(invalidValue(path, actions, BOTH));
  return actions.length === 0 ? [...errors, required(path, "at least one validation action is required")] : errors;
};
