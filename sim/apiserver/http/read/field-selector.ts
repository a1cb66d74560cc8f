import { err, ok, type Result } from "#core/result.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { KindStrategy } from "../../schema/kind-strategy.ts";

/** Decides for an object whether a selector chooses it. */
export type ObjectFilter = (object: KubeObject) => boolean;

/** Parses `a=b,c!=d` over the fields that the kind offers; an unknown one is an error in the server's words. */
export const parseFieldSelector = (text: string, strategy: KindStrategy): Result<ObjectFilter, string> => {
  const filters: ObjectFilter[] = [];
  for (const term of text.split(",").filter((part) => part !== "")) {
    const match = /^([^=!]+)(==|!=|=)(.*)$/.exec(term);
    if (match === null) return err(`invalid selector: '${text}'; can't understand '${term}'`);
    const [, field = "", operator, raw = ""] = match;
    const read = COMMON_FIELDS[field] ?? strategy.fields?.[field];
    if (read === undefined) return err(unknownField(field, strategy));
    const unknown = /\\(?![\\,=])(.?)/.exec(raw.replace(/\\[\\,=]/g, ""));
    if (unknown !== null) return err(`invalid field selector: invalid escape sequence: \\${unknown[1]}`);
    const value = raw.replace(/\\([\\,=])/g, "$1");
    filters.push((object) => (read(object) === value) === (operator !== "!="));
  }
  return ok((object) => filters.every((filter) => filter(object)));
};

/** Kinds with fields of their own say less than the others. */
const unknownField = (field: string, { fields, isCustom, unknownFieldText }: KindStrategy): string => {
  if (fields === undefined && isCustom !== true)
    return `${JSON.stringify(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`;
  return unknownFieldText?.(field) ?? `field label not supported: ${field}`;
};

const COMMON_FIELDS: Readonly<Record<string, (object: KubeObject) => string>> = {
  "metadata.name": ({ metadata }) => metadata.name,
  "metadata.namespace": ({ metadata }) => metadata.namespace ?? "",
};
