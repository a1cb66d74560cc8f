import { type FieldShape, type ObjectShape, objectShape, type Primitive, type TypeRef } from "../schema/field-type.ts";

/**
 * Rules by which server-side apply owns and merges values of a type.
 *
 * The API's own types get theirs from the type table (`builtInMergeType`), custom ones from their OpenAPI schemas
 * (`openApiMergeType`); the algorithms know no other difference.
 */
export type MergeType = LeafType | MapType | ListType | UntypedType;

/** A value that is owned as a whole. */
export interface LeafType {
  readonly kind: "leaf";
  readonly scalar: "string" | "numeric" | "boolean" | "untyped";
}

/** An object whose members are owned separately, unless it is atomic. */
export interface MapType {
  readonly kind: "map";
  readonly isAtomic: boolean;
  /** Returns the type of a declared field; undefined for other names. */
  field(name: string): MergeType | undefined;
  /** Type of members that are not declared; undefined: none are allowed. */
  readonly others: MergeType | undefined;
  /** Values of absent fields that the server always writes: `resources` is `{}`, `containers` is null. */
  readonly zeros: Readonly<Record<string, unknown>>;
}

/** A list; its elements are identified by their keys, or in a set by themselves; an atomic list is owned as a whole. */
export interface ListType {
  readonly kind: "list";
  readonly relation: "atomic" | "set" | "keys";
  readonly keys: readonly string[];
  /** Default values of keys that an element omits: `protocol` is TCP. */
  readonly keyDefaults: Readonly<Record<string, unknown>>;
  readonly item: MergeType;
}

/** JSON without a schema: maps are owned by member, lists as a whole. */
export interface UntypedType {
  readonly kind: "untyped";
}

/** The type of JSON without a schema. */
export const UNTYPED: UntypedType = Object.freeze({ kind: "untyped" });

/** Returns the merge type of a built-in API type such as `Deployment`; undefined if the table lacks it. */
export const builtInMergeType = (typeName: string): MergeType | undefined => {
  const shape = objectShape(typeName);
  return shape === undefined ? undefined : mapOf(shape, false);
};

/** Merge types by name, derived once per shape, and once more for fields that are atomic where the type is not. */
const known = { granular: new Map<string, MapType>(), atomic: new Map<string, MapType>() };

const mapOf = (shape: ObjectShape, isAtomic: boolean): MapType => {
  const cache = isAtomic || shape.isAtomic ? known.atomic : known.granular;
  let type = cache.get(shape.name);
  if (type === undefined) {
    type = createMap(shape, isAtomic || shape.isAtomic);
    cache.set(shape.name, type);
  }
  return type;
};

const createMap = (shape: ObjectShape, isAtomic: boolean): MapType => {
  const fields = new Map<string, MergeType>();
  const field = (name: string): MergeType | undefined => {
    let type = fields.get(name);
    if (type !== undefined) return type;
    const declared = shape.fields.get(name);
    if (declared === undefined) return isTypeMeta(shape, name) ? STRING : undefined;
    type = fieldType(declared);
    fields.set(name, type);
    return type;
  };
  const zeros = Object.fromEntries(shape.alwaysWritten.map((declared) => [declared.name, zeroOf(declared.type)]));
  return { kind: "map", isAtomic, field, others: undefined, zeros };
};

const isTypeMeta = (shape: ObjectShape, name: string): boolean =>
  (name === "apiVersion" || name === "kind") && shape.fields.has("metadata");

const STRING: LeafType = Object.freeze({ kind: "leaf", scalar: "string" });

const fieldType = ({ type, isAtomic, isSet, listKeys }: FieldShape): MergeType => {
  if (type.kind !== "list") return typeOf(type, isAtomic);
  const item = typeOf(type.item, false);
  const relation = listKeys.length > 0 ? "keys" : isSet ? "set" : "atomic";
  return { kind: "list", relation, keys: listKeys, keyDefaults: relation === "keys" ? keyDefaultsOf(type.item, listKeys) : NONE, item };
};

const NONE = Object.freeze({});

/** Default values of list keys by the schema: TCP for the protocol of ports, and none for fields that are always written. */
const keyDefaultsOf = (item: TypeRef, keys: readonly string[]): Readonly<Record<string, unknown>> => {
  const always = (item.kind === "object" ? objectShape(item.name)?.alwaysWritten : undefined) ?? [];
  const zeros = always.filter(({ name }) => keys.includes(name)).map(({ name, type }) => [name, zeroOf(type)]);
  return Object.freeze({ ...Object.fromEntries(zeros), ...(keys.includes("protocol") && { protocol: "TCP" }) });
};

const typeOf = (type: TypeRef, isAtomic: boolean): MergeType => {
  switch (type.kind) {
    case "primitive":
      return LEAVES[type.name];
    case "object":
      return mapOf(objectShape(type.name) as ObjectShape, isAtomic);
    case "list":
      return { kind: "list", relation: "atomic", keys: [], keyDefaults: NONE, item: typeOf(type.item, false) };
    case "map":
      return { kind: "map", isAtomic, field: () => undefined, others: typeOf(type.value, false), zeros: NONE };
  }
};

const leaf = (scalar: LeafType["scalar"]): LeafType => Object.freeze({ kind: "leaf", scalar });

const LEAVES: Readonly<Record<Primitive, MergeType>> = {
  string: STRING,
  bytes: STRING,
  time: leaf("untyped"),
  microtime: leaf("untyped"),
  quantity: leaf("untyped"),
  intstr: leaf("untyped"),
  bool: leaf("boolean"),
  int32: leaf("numeric"),
  int64: leaf("numeric"),
  float64: leaf("numeric"),
  any: UNTYPED,
};

const zeroOf = (type: TypeRef): unknown => {
  if (type.kind === "object") return NONE;
  if (type.kind !== "primitive") return null;
  return { string: "", bytes: null, bool: false, int32: 0, int64: 0, float64: 0 }[type.name as string] ?? null;
};
