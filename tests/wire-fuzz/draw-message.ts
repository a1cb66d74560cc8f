import type { PackageDefinition } from "@grpc/proto-loader";
import type { Rng } from "#core/rng.ts";

/** A field as the loader describes it. */
interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly typeName: string;
}

interface Descriptor {
  readonly field: readonly Field[];
  readonly nestedType: readonly (Descriptor & { readonly name: string })[];
}

/** Draws a message of a type with hostile values in some or all of its fields. */
export const drawMessage = (definition: PackageDefinition, type: Descriptor, rng: Rng, depth = 0): Readonly<Record<string, unknown>> => {
  const message: Record<string, unknown> = {};
  const share = rng.pick([0.3, 0.7, 1]);
  for (const field of type.field) {
    if (rng.fraction() > share || depth > DEPTH_MAX) continue;
    const draw = (): unknown => drawValue(definition, type, field, rng, depth);
    message[field.name] =
      field.label !== "LABEL_REPEATED" ? draw() : (drawMap(type, field, rng) ?? Array.from({ length: rng.int(0, 3) }, draw));
  }
  return message;
};

const DEPTH_MAX = 5;

/** Texts that nobody means well with, and some that are nearly right. */
const drawText = (rng: Rng): string => {
  const base = rng.pick([
    "😀",
    "\uD800",
    "\uDC00a",
    "\u0000",
    "\u0007\u001b[2J",
    "e",
    "ep-1",
    "%",
    "\u2028",
    "kubedrill://shop/x?",
    "{",
    "-1",
    "é",
  ]);
  return base.repeat(rng.pick([1, 1, 1, 2, 7, 80, 200, 4_096]));
};

const NUMBERS: readonly number[] = [0, 1, -1, 2, 7, 2_147_483_647, -2_147_483_648, 4_294_967_295];

const drawValue = (definition: PackageDefinition, parent: Descriptor, { type, typeName }: Field, rng: Rng, depth: number): unknown => {
  switch (type) {
    case "TYPE_STRING":
      return drawText(rng);
    case "TYPE_BYTES":
      return Buffer.from(drawText(rng));
    case "TYPE_BOOL":
      return rng.fraction() < 0.5;
    case "TYPE_DOUBLE":
    case "TYPE_FLOAT":
      return rng.pick([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e308]);
    case "TYPE_MESSAGE": {
      const inner = parent.nestedType.find(({ name }) => typeName.endsWith(name)) ?? messageType(definition, typeName);
      return inner === undefined ? {} : drawMessage(definition, inner, rng, depth + 1);
    }
    default:
      return rng.pick(NUMBERS);
  }
};

/** Entries of a map field; undefined for other fields. */
const drawMap = ({ nestedType }: Descriptor, { type, typeName }: Field, rng: Rng): Readonly<Record<string, string>> | undefined => {
  const entry = nestedType.find(({ name }) => name.endsWith("Entry") && typeName.endsWith(name));
  if (type !== "TYPE_MESSAGE" || entry === undefined) return undefined;
  return Object.fromEntries(Array.from({ length: rng.int(0, 3) }, () => [drawText(rng), drawText(rng)]));
};

const messageType = (definition: PackageDefinition, typeName: string): Descriptor | undefined => {
  const name = typeName.replace(/^\./, "");
  const found = definition[`kubedrill.v1.${name}`] ?? definition[name] ?? definition[`google.protobuf.${name}`];
  const type = (found as { readonly type?: unknown } | undefined)?.type as Partial<Descriptor> | undefined;
  return type?.field === undefined ? undefined : (type as Descriptor);
};
