import { encodeBase64 } from "#core/base64.ts";
import { canonicalQuantity, QUANTITY_ERROR } from "#kube/objects/quantity.ts";
import { type FieldShape, type ObjectShape, objectShape, type Primitive, type TypeRef } from "#kube/schema/field-type.ts";
import { goFieldPath } from "./go-field-path.ts";
import { goLeafType, goStruct, goStructType } from "./go-names.ts";
import type { Raw } from "./same.ts";
import { timeProblem } from "./time-problem.ts";
import { TYPE_DEFAULTS } from "./type-defaults.ts";

/** Result of decoding an object. */
export interface Decoded {
  /** The object in the API's own form: known fields only, zero values left out, amounts canonical, defaults filled in. */
  readonly value: Raw;
  /** Paths of fields that the type lacks, `spec.template.spec.foo`. */
  readonly unknownFields: readonly string[];
  /** Error of an object that cannot be decoded, in the words of the JSON decoder. */
  readonly error: string | undefined;
}

/**
 * Decodes an object as its type, as the API server's codec does. Values that need no change are returned by reference, and frozen parts
 * that were decoded before are skipped.
 */
export const decodeObject = (typeName: string, value: unknown): Decoded => {
  const shape = objectShape(typeName);
  if (shape === undefined) return { value: value as Raw, unknownFields: [], error: undefined };
  const run: Run = { root: shape, unknownFields: [], error: undefined };
  const decoded = decodeStruct(shape, value, run, "", "") as Raw;
  return { value: decoded, unknownFields: run.unknownFields, error: run.error };
};

interface Run {
  readonly root: ObjectShape;
  unknownFields: string[];
  error: string | undefined;
}

/** Frozen objects that are already in the form of a type. */
const inForm = new WeakMap<object, string>();

const decodeStruct = (shape: ObjectShape, value: unknown, run: Run, path: string, owner: string): unknown => {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return refuse(run, value, owner, path, goStructType(shape.name, owner));
  if (inForm.get(value) === shape.name) return value;
  const fields = decodeFields(shape, value as Raw, run, path);
  // What cannot be read has no defaults: they would look into it.
  const decoded = run.error === undefined ? withDefaults(shape, fields) : fields;
  if (decoded === value && Object.isFrozen(value) && run.unknownFields.length === 0) inForm.set(value, shape.name);
  return decoded;
};

const decodeFields = (shape: ObjectShape, value: Raw, run: Run, path: string): Raw => {
  let copy: Record<string, unknown> | undefined;
  for (const key in value) {
    const before = value[key];
    const field = shape.fields.get(key);
    if (field !== undefined && isPlain(field.type, before)) continue;
    const after = field === undefined ? undeclared(shape, key, before, run, path) : decodeField(shape, field, before, run, path);
    if (after === before) continue;
    copy ??= { ...value };
    if (after === undefined) delete copy[key];
    else copy[key] = after;
  }
  for (const field of shape.alwaysWritten) {
    if ((copy ?? value)[field.name] !== undefined) continue;
    const zero = zeroOf(shape, field.type, run, path === "" ? field.name : `${path}.${field.name}`);
    if (zero === undefined) continue;
    copy ??= { ...value };
    copy[field.name] = zero;
  }
  return copy ?? value;
};

/** True for most leaves: they stay as they are, and need no further look. */
const isPlain = (type: TypeRef, value: unknown): boolean => {
  if (type.kind !== "primitive") return false;
  if (typeof value === "string") return type.name === "string" && value !== "";
  if (typeof value === "number") return type.name === "int32" && value !== 0 && isInt32(value);
  return value === true && type.name === "bool";
};

/** apiVersion and kind stand outside the fields of a type; whatever has metadata carries them. */
const undeclared = (shape: ObjectShape, key: string, value: unknown, run: Run, path: string): unknown => {
  if ((key === "apiVersion" || key === "kind") && (path === "" || shape.fields.has("metadata"))) return value;
  if (shape.fields.size === 0) return value;
  run.unknownFields.push(path === "" ? key : `${path}.${key}`);
  return undefined;
};

const decodeField = (shape: ObjectShape, field: FieldShape, value: unknown, run: Run, path: string): unknown => {
  if (value === undefined) return undefined;
  if (value === null) return field.isAlwaysWritten ? nothing(shape, field.type) : undefined;
  const decoded = decodeValue(field.type, value, run, path === "" ? field.name : `${path}.${field.name}`, shape.name);
  if (field.isPointer || !isZero(decoded, field.type)) return decoded;
  if (!field.isAlwaysWritten) return undefined;
  return field.type.kind === "list" || field.type.kind === "map" ? nothing(shape, field.type) : decoded;
};

/** Value written for a missing field without omitempty: null for times, and for lists, since the store does not tell empty from missing. */
const nothing = ({ name }: ObjectShape, type: TypeRef): unknown => {
  if (type.kind === "list") return NEVER_EMPTY.has(name) ? NO_ITEMS : null;
  return type.kind === "map" || (type.kind === "primitive" && (type.name === "time" || type.name === "microtime")) ? null : undefined;
};

const NO_ITEMS: readonly unknown[] = Object.freeze([]);

/** Types whose lists no valid object has empty: there is always a list, for all that look into it before it is refused. */
const NEVER_EMPTY: ReadonlySet<string> = new Set([
  "Endpoint",
  "HTTPIngressRuleValue",
  "MutatingWebhook",
  "NodeSelector",
  "NonResourcePolicyRule",
  "PodSpec",
  "PolicyRule",
  "PolicyRulesWithSubjects",
  "TopologySelectorLabelRequirement",
  "ValidatingWebhook",
]);

const decodeValue = (type: TypeRef, value: unknown, run: Run, path: string, owner: string): unknown => {
  switch (type.kind) {
    case "primitive":
      return decodePrimitive(type.name, value, run, path, owner);
    case "object":
      return decodeStruct(objectShape(type.name) as ObjectShape, value, run, path, owner);
    case "list":
      return decodeList(type.item, value, run, path, owner);
    case "map":
      return decodeMap(type.value, value, run, path, owner);
  }
};

const decodeList = (item: TypeRef, value: unknown, run: Run, path: string, owner: string): unknown => {
  if (!Array.isArray(value)) return refuse(run, value, owner, path, `[]${goName(item)}`);
  let copy: unknown[] | undefined;
  for (let i = 0; i < value.length; i++) {
    const place = `${path}[${i}]`;
    const decoded = value[i] === null ? zeroElement(item, run, place) : decodeValue(item, value[i], run, place, owner);
    if (decoded === value[i]) continue;
    copy ??= [...value];
    copy[i] = decoded;
  }
  return copy ?? value;
};

const decodeMap = (item: TypeRef, value: unknown, run: Run, path: string, owner: string): unknown => {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return refuse(run, value, owner, path, `map[string]${goName(item)}`);
  let copy: Record<string, unknown> | undefined;
  let last = "";
  let isSorted = true;
  for (const key in value) {
    isSorted &&= last <= key;
    last = key;
    const before = (value as Raw)[key];
    const decoded = before === null ? zeroElement(item, run, path) : decodeValue(item, before, run, path, owner);
    if (decoded === before) continue;
    copy ??= { ...(value as Raw) };
    copy[key] = decoded;
  }
  return isSorted ? (copy ?? value) : withSortedKeys(copy ?? (value as Raw));
};

/** Value of a null element in a list or a map: Go leaves the zero value. */
const zeroElement = (type: TypeRef, run: Run, path: string): unknown => {
  if (type.kind === "object") return decodeStruct(objectShape(type.name) as ObjectShape, {}, run, path, "");
  return type.kind === "primitive" ? ZEROS[type.name] : null;
};

/** Go writes its maps in the order of their keys. */
const withSortedKeys = (map: Raw): Raw => {
  const sorted: Record<string, unknown> = {};
  for (const key of Object.keys(map).sort()) sorted[key] = map[key];
  // Keys that are whole numbers stand first in every object here, whatever is done.
  const keys = Object.keys(sorted);
  return Object.keys(map).every((key, i) => key === keys[i]) ? map : sorted;
};

const decodePrimitive = (name: Primitive, value: unknown, run: Run, path: string, owner: string): unknown => {
  switch (name) {
    case "bytes":
      return decodeBytes(value, run, path, owner);
    case "string":
      return typeof value === "string" ? value : refuse(run, value, owner, path, "string");
    case "time":
    case "microtime":
      return typeof value === "string" ? decodeTime(value, name, run) : refuse(run, value, owner, path, "string");
    case "bool":
      return typeof value === "boolean" ? value : refuse(run, value, owner, path, "bool");
    case "int32":
      return isInt32(value) ? value : refuse(run, value, owner, path, name);
    case "int64":
      return Number.isInteger(value) ? value : refuse(run, value, owner, path, name);
    case "float64":
      return typeof value === "number" ? value : refuse(run, value, owner, path, name);
    case "intstr":
      return typeof value === "string" || Number.isInteger(value) ? value : refuse(run, value, owner, path, "int32");
    case "quantity":
      return decodeQuantity(value, run);
    case "any":
      return value;
  }
};

const isInt32 = (value: unknown): boolean =>
  Number.isInteger(value) && Math.abs(value as number) <= 2_147_483_648 && value !== 2_147_483_648;

const decodeTime = (text: string, name: "time" | "microtime", run: Run): string => {
  const problem = timeProblem(text, name === "microtime");
  if (problem !== undefined) run.error ??= problem;
  return text;
};

const decodeBytes = (value: unknown, run: Run, path: string, owner: string): unknown => {
  if (Array.isArray(value)) {
    const odd = value.find((item) => item !== null && !isByte(item));
    return odd === undefined ? encodeBase64(Uint8Array.from(value)) : refuse(run, odd, owner, path, "uint8");
  }
  if (typeof value !== "string") return refuse(run, value, owner, path, "[]uint8");
  const bad = /[^A-Za-z0-9+/=\r\n]/.exec(value)?.index ?? (value.length % 4 === 0 ? undefined : value.length - (value.length % 4));
  if (bad !== undefined) run.error ??= `illegal base64 data at input byte ${bad}`;
  return value;
};

/** Go reads bytes from a list of numbers too. */
const isByte = (item: unknown): boolean => Number.isInteger(item) && (item as number) >= 0 && (item as number) <= 255;

const decodeQuantity = (value: unknown, run: Run): unknown => {
  const canonical = typeof value === "string" || typeof value === "number" ? canonicalQuantity(value, -3) : undefined;
  if (canonical === undefined) run.error ??= QUANTITY_ERROR;
  return canonical ?? value;
};

const refuse = (run: Run, value: unknown, owner: string, path: string, wanted: string): unknown => {
  const place =
    owner === ""
      ? `Go value of type ${wanted}`
      : `Go struct field ${goStruct(owner)}.${goFieldPath(run.root, path)} of type ${withLeafName(wanted, owner, path)}`;
  run.error ??= `json: cannot unmarshal ${jsonKind(value, wanted)} into ${place}`;
  return value;
};

const withLeafName = (wanted: string, owner: string, path: string): string => {
  const field = path.slice(path.lastIndexOf(".") + 1).replace(/\[\d+\]$/, "");
  const named = goLeafType(owner, field);
  return named === undefined ? wanted : wanted.replace(/(map\[string\]quantity|string)$/, named);
};

/** Kind of a JSON value in an error; a number is quoted where an integer was expected. */
const jsonKind = (value: unknown, wanted: string): string => {
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return /^u?int\d+$/.test(wanted) ? `number ${value}` : "number";
  return typeof value === "boolean" ? "bool" : typeof value;
};

const goName = (type: TypeRef): string => {
  if (type.kind === "list") return `[]${goName(type.item)}`;
  if (type.kind === "map") return `map[string]${goName(type.value)}`;
  if (type.kind === "object") return goStructType(type.name);
  return type.name === "bytes" ? "[]uint8" : type.name;
};

const isZero = (value: unknown, type: TypeRef): boolean => {
  // What may be anything is kept as it was sent.
  if (type.kind === "primitive" && type.name === "any") return false;
  if (value === "" || value === 0 || value === false) return true;
  if (type.kind === "list") return (value as readonly unknown[]).length === 0;
  if (type.kind !== "map") return false;
  for (const _key in value as object) return false;
  return true;
};

const zeroOf = (shape: ObjectShape, type: TypeRef, run: Run, path: string): unknown => {
  if (type.kind === "object") return decodeStruct(objectShape(type.name) as ObjectShape, {}, run, path, "");
  if (type.kind !== "primitive") return nothing(shape, type);
  return UNWRITTEN.has(type.name) ? undefined : ZEROS[type.name];
};

/** Primitive types without a zero value in JSON. */
const UNWRITTEN: ReadonlySet<Primitive> = new Set(["bytes", "quantity", "intstr", "any"]);

const ZEROS: Readonly<Record<Primitive, unknown>> = {
  string: "",
  bytes: "",
  quantity: "0",
  intstr: 0,
  any: null,
  bool: false,
  int32: 0,
  int64: 0,
  float64: 0,
  time: null,
  microtime: null,
};

const withDefaults = (shape: ObjectShape, value: Raw): Raw => TYPE_DEFAULTS[shape.name]?.(value) ?? value;
