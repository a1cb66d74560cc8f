import { parseTimestamp, toTimestamp } from "#core/timestamp.ts";
import { API_TYPES } from "#kube/schema/api-types.ts";

/**
 * Shifts the timestamps in an object that a client sent, by whole seconds.  Times are known by the names of their fields, as the types have
 * them; maps that belong to users are left alone, the annotation that `kubectl rollout restart` writes excepted. What has no times is
 * returned as it is.
 */
export const shiftTimes = <T>(value: T, shiftMs: number): T => (shiftMs === 0 ? value : (shiftValue(value, shiftMs) as T));

/** Moves one RFC 3339 time and keeps its form: zone and digits of the fraction. Any other text stays. */
export const shiftTimestamp = (text: string, shiftMs: number): string => {
  const [, seconds, rest = ""] = RFC3339.exec(text) ?? [];
  if (seconds === undefined) return text;
  const ms = parseTimestamp(`${seconds}Z`);
  // The first instant of all stands for a time that was never set.
  return ms === undefined || ms === 0 ? text : `${toTimestamp(ms + shiftMs).slice(0, -1)}${rest}`;
};

/** True for the name of a field that holds a time. */
export const isTimeField = (name: string): boolean => TIME_FIELDS.has(name);

/** Every time in the JSON text of an object; the first group is what stands before it, the second is the time. */
export const timesInJson = (): RegExp => new RegExp(`("(?:${[...TIME_FIELDS].join("|")})":")(${SECONDS}(?:${FRACTION})?${ZONE})"`, "g");

/** Maps with keys of the user's own. */
export const USER_MAPS: ReadonlySet<string> = new Set(["data", "stringData", "binaryData", "labels", "matchLabels", "annotations"]);

const SECONDS = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d`;
const FRACTION = String.raw`\.\d{1,9}`;
const ZONE = String.raw`(?:Z|[+-]\d\d:\d\d)`;
const RFC3339 = new RegExp(`^(${SECONDS})((?:${FRACTION})?${ZONE})$`);

const RESTARTED_AT = "kubectl.kubernetes.io/restartedAt";

const typedTimes = (): readonly string[] =>
  Object.values(API_TYPES as Readonly<Record<string, string>>).flatMap((row) =>
    [...row.matchAll(/(\w+):\*?(?:micro)?time\b/g)].map(([, name]) => name as string),
  );

/** The metrics API is no part of the type table. */
const TIME_FIELDS: ReadonlySet<string> = new Set([...typedTimes(), "timestamp", RESTARTED_AT]);

const shiftValue = (value: unknown, shiftMs: number): unknown => {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => shiftOperation(shiftValue(item, shiftMs), shiftMs));
  const moved: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) moved[key] = shiftMember(key, member, shiftMs);
  return moved;
};

const shiftMember = (key: string, member: unknown, shiftMs: number): unknown => {
  if (typeof member === "string") return TIME_FIELDS.has(key) ? shiftTimestamp(member, shiftMs) : member;
  if (!USER_MAPS.has(key)) return shiftValue(member, shiftMs);
  const restarted = (member as Readonly<Record<string, unknown>> | null)?.[RESTARTED_AT];
  return typeof restarted === "string" ? { ...(member as object), [RESTARTED_AT]: shiftTimestamp(restarted, shiftMs) } : member;
};

/** An operation of a JSON patch names its field at the end of a path. */
const shiftOperation = (item: unknown, shiftMs: number): unknown => {
  const { path, value } = (item ?? {}) as { readonly path?: unknown; readonly value?: unknown };
  if (typeof path !== "string" || typeof value !== "string") return item;
  const name = path.slice(path.lastIndexOf("/") + 1).replaceAll("~1", "/");
  return TIME_FIELDS.has(name) ? { ...(item as object), value: shiftTimestamp(value, shiftMs) } : item;
};
