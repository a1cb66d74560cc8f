import { type ObjectShape, objectShape, type TypeRef } from "#kube/schema/field-type.ts";
import { GO_FIELD_ORDER } from "./generated/go-field-order.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Orders the fields of an object as its Go type does, for generated objects: kind, apiVersion, metadata, …. */
export const inTypeOrder = (object: Fields): Fields => {
  const { kind, apiVersion, metadata, ...rest } = object;
  return { kind, apiVersion, metadata: order(metadata, objectShape("ObjectMeta")), ...(order(rest, objectShape(String(kind))) as Fields) };
};

const order = (value: unknown, shape: ObjectShape | undefined): unknown => {
  if (shape === undefined || typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const map = value as Fields;
  const out: Record<string, unknown> = {};
  for (const name of goOrder().get(shape.name) ?? shape.fields.keys()) {
    const field = shape.fields.get(name);
    if (field !== undefined && map[name] !== undefined) out[name] = orderType(map[name], field.type);
  }
  for (const key of Object.keys(map)) if (!Object.hasOwn(out, key) && map[key] !== undefined) out[key] = map[key];
  return out;
};

const orderType = (value: unknown, type: TypeRef): unknown => {
  if (type.kind === "object") return order(value, objectShape(type.name));
  if (type.kind === "list" && Array.isArray(value)) return value.map((item) => orderType(item, type.item));
  if (type.kind === "map" && typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, item]) => [key, orderType(item, type.value)]),
    );
  return value;
};

const goOrder = (): ReadonlyMap<string, readonly string[]> => {
  parsed ??= new Map(
    GO_FIELD_ORDER.split("\n").map((row) => {
      const [type, ...fields] = row.split(" ");
      return [type as string, fields];
    }),
  );
  return parsed;
};

/** Parsed rows, created at the first use. */
let parsed: ReadonlyMap<string, readonly string[]> | undefined;
