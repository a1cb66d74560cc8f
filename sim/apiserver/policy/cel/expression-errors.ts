import { type FieldError, invalidValue } from "../../schema/field-error.ts";
import { ADMISSION_TYPES } from "./admission-types.ts";
import { compileCel, isProgram, resultType } from "./compile.ts";

/** What an expression may speak of, and of which types its value may be; without types any will do. */
export interface Wanted {
  readonly names: readonly string[];
  readonly types?: readonly string[];
}

/** What is wrong with an expression of a webhook or a policy. */
export const expressionErrors = (source: string, field: string, { names, types }: Wanted): readonly FieldError[] => {
  const compiled = compileCel(source, Object.fromEntries(names.map((name) => [name, ADMISSION_TYPES[name]])));
  if (!isProgram(compiled)) return [invalidValue(field, source, compiled.problem)];
  if (types === undefined) return [];
  const type = resultType(compiled, FREE);
  if (type === undefined || types.includes(type)) return [];
  const wanted = types.length === 1 ? types[0] : `one of [${types.join(" ")}]`;
  return [invalidValue(field, source, `must evaluate to ${wanted} but got ${type}`)];
};

/** Objects are of any type; what else there is has one of its own. */
const FREE = ["object", "oldObject", "params"];
