import type { LabelSelector } from "#kube/types/meta.ts";
import { type FieldError, forbiddenField, invalidValue, required } from "../field-error.ts";
import { validateLabels } from "./metadata.ts";
import { labelValueProblem, qualifiedNameProblems } from "./names.ts";

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
    for (const problem of qualifiedNameProblems(key ?? "")) errors.push(invalidValue(`${place}.key`, key ?? "", problem));
    values.forEach((value, j) => {
      const problem = labelValueProblem(value);
      if (problem !== undefined) errors.push(invalidValue(`${place}.values[${j}]`, value, problem));
    });
  });
};
