/** A JSON object. */
export type JsonMap = Readonly<Record<string, unknown>>;

/** True for a JSON object. */
export const isMap = (value: unknown): value is JsonMap => typeof value === "object" && value !== null && !Array.isArray(value);
