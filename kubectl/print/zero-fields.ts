import { type ObjectShape, objectShape, type TypeRef } from "#kube/schema/field-type.ts";
import type { Manifest } from "../session/session.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Adds the fields that the object's Go type always writes: `status: {}`, `strategy: {}`, `resources: {}`. */
export const withZeroFields = (object: Manifest): Manifest => {
  const shape = objectShape(object.kind);
  return shape === undefined ? object : (fill(object, shape) as Manifest);
};

const fill = (value: Fields, shape: ObjectShape): Fields => {
  const out: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const field = shape.fields.get(key);
    out[key] = field === undefined ? item : fillType(item, field.type);
  }
  for (const { name, type } of shape.alwaysWritten) if (out[name] === undefined) out[name] = zeroOf(type);
  return out;
};

const fillType = (value: unknown, type: TypeRef): unknown => {
  if (typeof value !== "object" || value === null) return value;
  if (type.kind === "list") return Array.isArray(value) ? value.map((item) => fillType(item, type.item)) : value;
  const shape = type.kind === "object" ? objectShape(type.name) : undefined;
  return shape === undefined || Array.isArray(value) ? value : fill(value as Fields, shape);
};

const zeroOf = (type: TypeRef): unknown => {
  if (type.kind === "object") return fill({}, objectShape(type.name) as ObjectShape);
  if (type.kind !== "primitive") return null;
  if (type.name === "string") return "";
  if (type.name === "bool") return false;
  if (type.name === "quantity") return "0";
  return ["int32", "int64", "float64", "intstr"].includes(type.name) ? 0 : null;
};
