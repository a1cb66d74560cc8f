import { z } from "zod";
import { cutText } from "#core/cut-text.ts";
import { DrillError, type FieldViolation } from "#core/drill-error.ts";
import { ID_PATTERN, SEED_MAX } from "#core/ids.ts";
import { fromDuration } from "./load-proto.ts";
import { LIST_BOUNDS } from "./request-bounds.ts";

/**
 * Validates a wire message.
 *
 * @throws DrillError FIELD_INVALID that names each field, its value and what is expected
 */
export const readWire = <T>(schema: z.ZodType<T>, message: unknown): T => {
  const parsed = schema.safeParse(message);
  if (parsed.success) return parsed.data;
  const violations = parsed.error.issues.slice(0, VIOLATIONS_MAX).map(describeIssue);
  throw new DrillError("FIELD_INVALID", violations.map(({ field, description }) => `${field} ${description}`).join("; "), { violations });
};

const VIOLATIONS_MAX = 16;

const describeIssue = ({ path, message }: z.core.$ZodIssue): FieldViolation => ({
  field:
    path
      .map((part) => (typeof part === "number" ? `[${part}]` : toSnakeCase(String(part))))
      .join(".")
      .replaceAll(".[", "[") || "request",
  description: message,
});

const toSnakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Renders a value for a message, cut to a readable length. */
const show = (value: unknown): string => {
  if (value === undefined || value === "") return "is missing";
  const text = JSON.stringify(value) ?? String(value);
  return `is ${text.length > 80 ? `${cutText(text, 80)}… (${text.length} characters)` : text}`;
};

/** Renders an error with the value and what is expected. */
const expected = (text: string) => ({ error: ({ input }: { readonly input?: unknown }) => `${show(input)}; ${text}` });

/** Schema of an id created by a client. */
export const idField = z
  .string(expected("give 1 to 64 letters, digits, dots, dashes or underscores"))
  .regex(ID_PATTERN, expected("give 1 to 64 letters, digits, dots, dashes or underscores, beginning with a letter or digit"));

/** Schema of an optional id: an empty string means missing. */
export const optionalId = z.preprocess(emptyToMissing, idField.optional());

/** Schema of a text with a maximum in UTF-16 units; missing means empty. */
export const textField = (max: number) =>
  z.string().max(max, { error: ({ input }) => `has ${String(input).length} characters; the most is ${max}` });

/** Schema of an optional text: empty means missing. */
export const optionalText = (max: number) => z.preprocess(emptyToMissing, textField(max).optional());

/** Schema of a 64-bit seed in decimal digits. */
export const seedField = z.string().refine((digits) => BigInt(digits) <= SEED_MAX, expected("give an unsigned 64-bit integer"));

/** Schema of a duration within bounds, ms. */
export const durationField = ({ minMs = 0, maxMs = DURATION_MAX_MS }: { readonly minMs?: number; readonly maxMs?: number } = {}) =>
  z
    .object({ seconds: z.string().optional(), nanos: z.number().optional() })
    .transform((duration) => fromDuration(duration as Parameters<typeof fromDuration>[0]))
    .superRefine((ms, context) => {
      if (ms >= minMs && ms <= maxMs) return;
      const bound = ms < minMs ? `the least is ${showMs(minMs)}` : `the most is ${showMs(maxMs)}`;
      context.addIssue({ code: "custom", message: `is ${showMs(ms)}; ${bound}` });
    });

const DURATION_MAX_MS = 366 * 24 * 3_600_000;

const showMs = (ms: number): string => (ms % 1000 === 0 ? `${ms / 1000} s` : `${ms} ms`);

/** Schema of a JSON object in a text; missing means {}. */
export const jsonObjectField = (max: number) =>
  textField(max).transform((text, context): Readonly<Record<string, unknown>> => {
    if (text === "") return {};
    try {
      const value: unknown = JSON.parse(text);
      if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Readonly<Record<string, unknown>>;
    } catch {
      // falls through to the same error
    }
    context.addIssue({ code: "custom", message: `${show(text)}; give a JSON object` });
    return z.NEVER;
  });

/** Schema of an enum whose names have a prefix; UNSPECIFIED means missing. */
export const enumField = <const Name extends string>(prefix: string, names: readonly Name[]) =>
  z.preprocess(
    (value) => (value === undefined || value === `${prefix}_UNSPECIFIED` ? undefined : String(value).slice(prefix.length + 1)),
    z.enum(names as readonly [Name, ...Name[]], expected(`give one of ${names.map((name) => `${prefix}_${name}`).join(", ")}`)).optional(),
  );

/** Schema of a count within bounds. */
export const countField = (min: number, max: number) =>
  z
    .number()
    .int()
    .min(min, expected(`the least is ${min}`))
    .max(max, expected(`the most is ${max}`));

/** Schema of a list within its bound, which is looked at before any of its items is. */
export const listField = <T extends z.ZodType>(field: keyof typeof LIST_BOUNDS, item: T) =>
  z.array(z.unknown()).max(LIST_BOUNDS[field], tooMany(LIST_BOUNDS[field])).pipe(z.array(item));

/** Schema of a map within its bound, which is looked at before any of its entries is. */
export const mapField = <T extends z.ZodType>(field: keyof typeof LIST_BOUNDS, name: z.ZodType<string, string>, value: T) =>
  z
    .custom<Readonly<Record<string, unknown>>>(
      (map) => Object.keys(map as object).length <= LIST_BOUNDS[field],
      tooMany(LIST_BOUNDS[field]),
    )
    .pipe(z.record(name, value));

const tooMany = (max: number) => ({
  error: ({ input }: { readonly input?: unknown }) => `has ${Object.keys(input as object).length} entries; the most is ${max}`,
});

/** Schema of a finite number. */
export const finiteField = z.number(expected("give a finite number"));

function emptyToMissing(value: unknown): unknown {
  return value === "" ? undefined : value;
}
