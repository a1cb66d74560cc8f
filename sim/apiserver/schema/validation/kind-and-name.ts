import { pathSegmentProblems } from "#kube/objects/names.ts";
import { type FieldError, invalidEach, required } from "../field-error.ts";

/** Checks a reference to an object: a kind and a name, both fit to stand in a path. */
export const validateKindAndName = (
  reference: { readonly kind?: string; readonly name?: string },
  path: string,
  errors: FieldError[],
): void => {
  for (const member of ["kind", "name"] as const) {
    const value = reference[member];
    if (!value) errors.push(required(`${path}.${member}`));
    else errors.push(...invalidEach(`${path}.${member}`, value, pathSegmentProblems(value)));
  }
};
