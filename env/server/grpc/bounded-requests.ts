import type { ServiceDefinition } from "@grpc/grpc-js";
import type { MessageTypeDefinition, PackageDefinition } from "@grpc/proto-loader";
import { DrillError } from "#core/drill-error.ts";
import { FIELDS_MAX } from "./request-bounds.ts";

/** Returns a service that decodes no request with too many fields: its handlers get the refusal in place of the message. */
export const boundRequests = (service: ServiceDefinition, definition: PackageDefinition): ServiceDefinition =>
  Object.fromEntries(
    Object.entries(service).map(([rpc, method]) => {
      const { requestType } = method as unknown as { readonly requestType: MessageTypeDefinition<object, object> };
      const layout = layoutOf(definition, (requestType.type as { readonly name: string }).name);
      const most = rpc.endsWith("Batch") ? FIELDS_MAX.batch : FIELDS_MAX.single;
      return [
        rpc,
        { ...method, requestDeserialize: (bytes: Buffer) => refuseFields(bytes, layout, most) ?? method.requestDeserialize(bytes) },
      ];
    }),
  );

/** Fields of a message that may hold more than one value, by their numbers. */
interface Layout {
  /** Numbers of the lists of numbers, which stand side by side in one field. */
  readonly packed: ReadonlySet<number>;
  /** Layouts of messages; each is made when it is asked for, since messages hold each other. */
  readonly messages: ReadonlyMap<number, () => Layout>;
}

interface Field {
  readonly number: number;
  readonly label: string;
  readonly type: string;
  readonly typeName: string;
}

const layoutOf = (definition: PackageDefinition, message: string): Layout => {
  const type = definition[`kubedrill.v1.${message}`] as MessageTypeDefinition<object, object> | undefined;
  const fields = (type?.type as { readonly field?: readonly Field[] } | undefined)?.field ?? [];
  const isPacked = (field: Field) => field.label === "LABEL_REPEATED" && !LONG_TYPES.has(field.type);
  return {
    packed: new Set(fields.filter(isPacked).map(({ number }) => number)),
    messages: new Map(
      fields
        .filter((field) => field.type === "TYPE_MESSAGE")
        .map(({ number, typeName }) => [number, once(() => layoutOf(definition, typeName))]),
    ),
  };
};

const LONG_TYPES: ReadonlySet<string> = new Set(["TYPE_MESSAGE", "TYPE_STRING", "TYPE_BYTES"]);

const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};

/** Counts on the bytes, since it is decoding that makes an object of each field. @returns undefined: they are few enough */
const refuseFields = (bytes: Uint8Array, layout: Layout, most: number): DrillError | undefined => {
  if (countFields({ bytes, at: 0 }, bytes.length, layout, most) >= 0) return undefined;
  const description = `has more than ${most} fields and entries; send less at once`;
  const code = most === FIELDS_MAX.batch ? "BATCH_TOO_LARGE" : "FIELD_INVALID";
  return new DrillError(code, `the request ${description}`, { violations: [{ field: "request", description }] });
};

interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

/** Reads a message up to its end. @returns how many fields more there may be; below 0: there are too many */
const countFields = (cursor: Cursor, end: number, layout: Layout, most: number): number => {
  let left = most;
  while (cursor.at < end && left >= 0) {
    left -= 1;
    const tag = readVarint(cursor);
    const [field, wireType] = [tag >>> 3, tag & 7];
    if (wireType === VARINT) readVarint(cursor);
    else if (wireType !== LENGTH_DELIMITED) cursor.at += FIXED_BYTES[wireType] ?? 0;
    else {
      const length = readVarint(cursor);
      const fieldEnd = Math.min(end, cursor.at + length);
      const message = layout.messages.get(field);
      if (message !== undefined) left = countFields(cursor, fieldEnd, message(), left);
      else if (layout.packed.has(field)) left -= length; // a byte each, at least
      cursor.at = fieldEnd;
    }
  }
  return left;
};

/** Reads a number without sign; what is above 2^53 is no length, and is left to the decoder to refuse. */
const readVarint = (cursor: Cursor): number => {
  let value = 0;
  for (let scale = 1; cursor.at < cursor.bytes.length; scale *= 128) {
    const byte = cursor.bytes[cursor.at++] as number;
    value += (byte & 127) * scale;
    if (byte < 128) break;
  }
  return value;
};

const VARINT = 0;
const LENGTH_DELIMITED = 2;
/** Sizes of the other types on the wire, bytes: numbers of 64 and of 32 bits. */
const FIXED_BYTES: Readonly<Record<number, number>> = { 1: 8, 5: 4 };
