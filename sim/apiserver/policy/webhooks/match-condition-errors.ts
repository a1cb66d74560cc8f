import { qualifiedNameProblems } from "#kube/objects/names.ts";
import { duplicate, type FieldError, invalidEach, required, tooMany } from "../../schema/field-error.ts";
import { expressionErrors } from "../cel/expression-errors.ts";

/** Match condition of a webhook or a policy: an expression that has to be true before it is called. */
export interface MatchCondition {
  readonly name?: string;
  readonly expression?: string;
}

/** Field errors of match conditions; `names` are the variables that they may use. */
export const matchConditionErrors = (
  conditions: readonly MatchCondition[],
  path: string,
  names: readonly string[],
): readonly FieldError[] => {
  const errors: FieldError[] = conditions.length > CONDITIONS_MAX ? [tooMany(path, conditions.length, CONDITIONS_MAX)] : [];
  const seen = new Set<string>();
  for (const [i, { name = "", expression = "" }] of conditions.entries()) {
    const place = `${path}[${i}]`;
    const source = expression.trim();
    if (source === "") errors.push(required(`${place}.expression`));
    else errors.push(...expressionErrors(source, `${place}.expression`, { names, types: ["bool"] }));
    if (name === "") errors.push(required(`${place}.name`));
    else errors.push(...invalidEach(`${place}.name`, name, qualifiedNameProblems(name)));
    if (name !== "" && seen.has(name)) errors.push(duplicate(`${place}.name`, name));
    seen.add(name);
  }
  return errors;
};

const CONDITIONS_MAX = 64;
