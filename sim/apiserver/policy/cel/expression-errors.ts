import { type FieldError, invalidValue } from "../../schema/field-error.ts";
import { ADMISSION_TYPES } from "./admission-types.ts";
import { compileCel, isProgram, resultType } from "./compile.ts";

/** Variables that an expression may use, and the types that its result may have; missing: any. */
export interface Wanted {
  readonly names: readonly string[];
  readonly types?: readonly string[];
}

/** Field errors of an expression of a webhook or a policy. */
export const expressionErrors = (source: string, field: string, { names, types }: Wanted): readonly FieldError[] => {
  const compiled = compileCel(source, Object.fromEntries(names.map((name) => [name, ADMISSION_TYPES[name]])));
  if (!isProgram(compiled)) return [invalidValue(field, source, compiled.problem)];
  if (types === undefined) return [];
  const type = resultType(compiled, FREE);
  if (type === undefined || types.includes(type)) return [];
  const wanted = types.length === 1 ? types[0] : `one of [${types.join(" ")}]`;
  return [invalidValue(field, source, `must evaluate to ${wanted} but got ${type}`)];
};

/** Variables of any type; all others have a type. */
const FREE = ["object", "oldObject", "params"];
