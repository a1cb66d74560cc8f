import { labelValueProblems, qualifiedNameProblems } from "#kube/objects/names.ts";
import type { LabelSelector } from "#kube/types/meta.ts";
import { type FieldError, forbiddenField, invalidEach, invalidValue, required } from "../field-error.ts";
import { validateLabels } from "./metadata.ts";

/** Checks a LabelSelector object. */
export const validateLabelSelector = (selector: LabelSelector, path: string, errors: FieldError[]): void => {
  if (selector.matchLabels !== undefined) validateLabels(selector.matchLabels, `${path}.matchLabels`, errors);
  selector.matchExpressions?.forEach(({ key, operator, values = [] }, i) => {
    const place = `${path}.matchExpressions[${i}]`;
    if (operator === "In" || operator === "NotIn") {
      if (values.length === 0) errors.push(required(`${place}.values`, "must be specified when `operator` is 'In' or 'NotIn'"));
    } else if (operator === "Exists" || operator === "DoesNotExist") {
      if (values.length > 0)
        errors.push(forbiddenField(`${place}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
    } else {
      errors.push(invalidValue(`${place}.operator`, operator ?? "", "not a valid selector operator"));
    }
    errors.push(...invalidEach(`${place}.key`, key ?? "", qualifiedNameProblems(key ?? "")));
    values.forEach((value, j) => {
      errors.push(...invalidEach(`${place}.values[${j}]`, value, labelValueProblems(value)));
    });
  });
};
