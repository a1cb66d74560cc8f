import type { Explanation } from "./explain-schema.ts";
import { type GroupVersionKind, type OpenApiDocument, resolveSchema, type Schema, valuesOf } from "./schema.ts";
import { wrapDescription } from "./wrap-description.ts";

/**
 * Explains the field at the end of a path in the format based on OpenAPI 2.
 *
 * @returns undefined when there is no such field
 */
export const explainModel = (
  { document, path, isRecursive }: Explanation,
  schema: Schema,
  { group, version, kind }: GroupVersionKind,
): string | undefined => {
  const found = fieldOf(document, schema, path);
  if (found === undefined) return undefined;
  const descriptions: string[] = [];
  let model = modelOf(document, found);
  const type = typeName(model);
  for (; model.inner !== undefined; model = model.inner()) descriptions.push(model.description);
  const head = `KIND:     ${kind}\nVERSION:  ${group === "" ? version : `${group}/${version}`}\n\n`;
  const name = path.at(-1);
  const isKind = model.fields !== undefined;
  const isShown = name !== undefined && (isKind || model.type !== "");
  const title = isShown ? `${isKind ? "RESOURCE: " : "FIELD:    "}${name} <${type}>\n\n` : "";
  const texts = [...descriptions, model.description]
    .map((text, index) => (text === "" ? "" : `${index > 0 ? "\n" : ""}${wrapped(text, DESCRIPTION_INDENT)}`))
    .join("");
  const about = `DESCRIPTION:\n${texts || `${" ".repeat(DESCRIPTION_INDENT)}<empty>\n`}`;
  if (!isKind) return head + title + about;
  const fields = isRecursive ? nestedFields(model, FIELD_INDENT, new Set()) : plainFields(model);
  return `${head}${title}${about}\nFIELDS:\n${fields}`;
};

const DESCRIPTION_INDENT = 5;
const FIELD_INDENT = 3;
const WIDTH = 80;

/** A schema as in the models of OpenAPI 2. */
interface Model {
  readonly description: string;
  /** Type such as `string`; of lists and maps, the text before the type of their elements. */
  readonly type: string;
  /** Target of a reference, or type of the elements of a list or map. */
  readonly inner?: () => Model;
  /** Fields of an object with properties. */
  readonly fields?: readonly { readonly name: string; readonly isRequired: boolean; readonly model: Model }[];
  /** Name that a reference refers to. */
  readonly reference?: string;
}

const modelOf = (document: OpenApiDocument, schema: Schema): Model => {
  const description = schema.description ?? "";
  const only = schema.allOf?.length === 1 && schema.properties === undefined ? schema.allOf[0] : undefined;
  const reference = schema.$ref ?? only?.$ref;
  if (reference !== undefined)
    return { description, type: "", reference, inner: () => modelOf(document, resolveSchema({ $ref: reference }, document)) };
  if (schema.properties !== undefined) return { description, type: "Object", ...fieldsOf(document, schema) };
  const { items } = schema;
  if (items !== undefined) return { description, type: "[]", inner: () => modelOf(document, items) };
  // Values that may be numbers or texts were texts there.
  if (schema.oneOf !== undefined) return { description, type: "string" };
  if (schema.type === "object") return { description, type: "map[string]", inner: () => modelOf(document, valuesOf(schema) ?? {}) };
  return { description, type: schema.type ?? "" };
};

const fieldsOf = (document: OpenApiDocument, { properties = {}, required = [] }: Schema): Pick<Model, "fields"> => ({
  fields: Object.keys(properties)
    .sort()
    .map((name) => ({ name, isRequired: required.includes(name), model: modelOf(document, properties[name] as Schema) })),
});

const typeName = ({ type, inner }: Model): string => (inner === undefined ? type : type + typeName(inner()));

const fieldOf = (document: OpenApiDocument, schema: Schema, [field, ...rest]: readonly string[]): Schema | undefined => {
  if (field === undefined) return schema;
  const inner = schema.allOf?.[0] ?? schema.items ?? valuesOf(schema);
  if (schema.$ref !== undefined) return fieldOf(document, resolveSchema(schema, document), [field, ...rest]);
  if (schema.properties === undefined) return inner === undefined ? undefined : fieldOf(document, inner, [field, ...rest]);
  const property = schema.properties[field];
  return property === undefined ? undefined : fieldOf(document, property, rest);
};

const plainFields = ({ fields = [] }: Model): string =>
  fields
    .map(({ name, isRequired, model }) => {
      const head = `${" ".repeat(FIELD_INDENT)}${name}\t<${typeName(model)}>${isRequired ? " -required-" : ""}\n`;
      return `${head}${wrapped(model.description, FIELD_INDENT + 2)}\n`;
    })
    .join("");

/** Renders one line per field; a type is not expanded again inside itself. */
const nestedFields = (model: Model, indent: number, seen: ReadonlySet<string>): string => {
  const { reference, inner, fields = [] } = model;
  if (reference !== undefined && seen.has(reference)) return "";
  if (inner !== undefined) return nestedFields(inner(), indent, reference === undefined ? seen : new Set([...seen, reference]));
  return fields
    .map(
      (field) =>
        `${" ".repeat(indent)}${field.name}\t<${typeName(field.model)}>\n${nestedFields(field.model, indent + FIELD_INDENT, seen)}`,
    )
    .join("");
};

const wrapped = (text: string, indent: number): string =>
  wrapDescription(text, WIDTH - indent)
    .map((line) => (line === "" ? "\n" : `${" ".repeat(indent)}${line}\n`))
    .join("");
