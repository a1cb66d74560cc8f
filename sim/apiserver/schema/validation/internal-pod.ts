import type { PodSpec, PodTemplateSpec } from "#kube/types/pod.ts";
import type { Raw } from "../codec/same.ts";
import { goStruct } from "../go-dump/go-layout.ts";
import { POD_STRUCTS } from "./generated/pod-layouts.ts";

/** A pod's spec as JSON of what the API server has inside: all fields in order under the names that Go has for them. */
export const internalPodText = (spec: PodSpec): string => internalText("PodSpec", inside(spec));

/** A pod template as JSON of what the API server has inside: its metadata stand beside the spec. */
export const internalTemplateText = ({ metadata = {}, spec }: PodTemplateSpec): string => {
  const fields = METADATA.map((name) => [name, metadata[name]] as const).filter(([, value]) => value !== undefined);
  const shown = fields.map(([name, value]) => [name, isMap(value) ? sortedMap(value) : value] as const);
  return JSON.stringify({ ...Object.fromEntries(shown), Spec: internal("PodSpec", inside(spec)) }).replace(/[<>&]/g, escaped);
};

const METADATA = ["name", "labels", "annotations"] as const;

/** A part of a pod likewise; its type is named as inside the API server. */
export const internalText = (type: string, value: unknown): string =>
  JSON.stringify(internal(type, value), null, 1).replace(/[<>&]/g, escaped);

/** Escapes a character that is special in HTML, as Go's JSON does. */
const escaped = (sign: string): string => `\\u00${sign.charCodeAt(0).toString(16)}`;

/** Moves host namespaces into the security context, as in the internal version. */
const inside = (spec: PodSpec): Raw => {
  const raw = spec as unknown as Raw;
  const moved = Object.fromEntries(SHARED.filter((name) => raw[name] !== undefined).map((name) => [name, raw[name]]));
  return { ...raw, securityContext: { ...(raw["securityContext"] as Raw | undefined), ...moved } };
};

const SHARED = ["hostNetwork", "hostPID", "hostIPC", "shareProcessNamespace", "hostUsers"];

/** Value of a type as Go writes it, with zero values for missing fields. */
const internal = (type: string, value: unknown): unknown => {
  const isMissing = value === undefined || value === null;
  if (type.startsWith("*")) return isMissing ? null : internal(type.slice(1), value);
  if (type.startsWith("[]")) {
    const items = (value ?? []) as readonly unknown[];
    return items.length === 0 ? null : items.map((item) => internal(type.slice(2), item));
  }
  const fields = layouts().get(type);
  if (fields !== undefined) return struct(type, fields, (value ?? {}) as Raw);
  if (!isMissing) return isMap(value) ? sortedMap(value) : value;
  return type in ZEROS ? ZEROS[type] : null;
};

const ZEROS: Readonly<Record<string, unknown>> = {
  string: "",
  bool: false,
  int32: 0,
  int64: 0,
  "intstr.IntOrString": 0,
  "resource.Quantity": "0",
};

const isMap = (value: unknown): value is Raw => typeof value === "object" && value !== null && !Array.isArray(value);

const sortedMap = (value: Raw): Raw | null => {
  const keys = Object.keys(value).sort();
  return keys.length === 0 ? null : Object.fromEntries(keys.map((key) => [key, value[key]]));
};

const struct = (type: string, fields: readonly Field[], value: Raw): Raw => {
  const result: Record<string, unknown> = {};
  for (const { name, type: fieldType, isInline } of fields) {
    if (isInline) Object.assign(result, internal(fieldType, value));
    else result[name] = internal(fieldType, value[jsonName(type, name)]);
  }
  return result;
};

/** JSON name of a struct's field, from the layouts of the served version. */
const jsonName = (struct: string, field: string): string => {
  const written = goStruct(`v1.${struct}`)?.find(({ name }) => name === field)?.inJson;
  return written || `${field.charAt(0).toLowerCase()}${field.slice(1)}`;
};

interface Field {
  readonly name: string;
  readonly type: string;
  readonly isInline: boolean;
}

/** Parsed rows: a cache of constants, filled at the first refusal. */
let parsed: ReadonlyMap<string, readonly Field[]> | undefined;

const layouts = (): ReadonlyMap<string, readonly Field[]> => {
  parsed ??= new Map(
    POD_STRUCTS.split("\n").map((row) => {
      const [struct = "", ...fields] = row.split(" ");
      return [struct, fields.map(parseField)];
    }),
  );
  return parsed;
};

const parseField = (text: string): Field => {
  const isInline = text.startsWith("~");
  const [name = "", type = ""] = text.slice(isInline ? 1 : 0).split(":");
  return { name, type, isInline };
};
