import { toMicroTimestamp } from "#core/timestamp.ts";

/** The fixed part of a kind of mongod log line. */
export interface MongoLogKind {
  readonly severity?: "I" | "W" | "E" | "F";
  readonly component: string;
  readonly id: number;
  readonly context: string;
  readonly message: string;
}

/** A line as mongod 4.4 writes it: one JSON object. */
export const mongoLine = (
  atMs: number,
  { severity = "I", component, id, context, message }: MongoLogKind,
  attributes?: Readonly<Record<string, unknown>>,
): string =>
  JSON.stringify({
    t: { $date: toMicroTimestamp(atMs).replace("000Z", "+00:00") },
    s: severity,
    c: component,
    id,
    ctx: context,
    msg: message,
    ...(attributes === undefined ? {} : { attr: attributes }),
  });
