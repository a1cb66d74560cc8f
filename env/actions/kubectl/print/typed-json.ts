import { type ObjectShape, objectShape, type TypeRef } from "#kube/schema/field-type.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The object with its fields in the order of its Go type, as kubectl prints what it made itself: kind, apiVersion, metadata, …. */
export const inTypeOrder = (object: Fields): Fields => {
  const { kind, apiVersion, metadata, ...rest } = object;
  return { kind, apiVersion, metadata: order(metadata, objectShape("ObjectMeta")), ...(order(rest, objectShape(String(kind))) as Fields) };
};

const order = (value: unknown, shape: ObjectShape | undefined): unknown => {
  if (shape === undefined || typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const map = value as Fields;
  const out: Record<string, unknown> = {};
  for (const field of shape.fields.values()) if (map[field.name] !== undefined) out[field.name] = orderType(map[field.name], field.type);
  for (const key of Object.keys(map)) if (!Object.hasOwn(out, key) && map[key] !== undefined) out[key] = map[key];
  return out;
};

const orderType = (value: unknown, type: TypeRef): unknown => {
  if (type.kind === "object") return order(value, objectShape(type.name));
  if (type.kind === "list" && Array.isArray(value)) return value.map((item) => orderType(item, type.item));
  return value;
};
