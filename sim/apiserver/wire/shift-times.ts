import { parseTimestamp, toTimestamp } from "#core/timestamp.ts";

/**
 * Moves every time of an object by whole seconds, so that a client whose clock differs from the world's sees its own.
 *
 * Fields are known by name: the API has times under a few names only. Maps that belong to users are left alone, the
 * annotation that `kubectl rollout restart` writes excepted. Objects without times are returned as they are.
 */
export const shiftTimes = <T>(value: T, shiftMs: number): T => (shiftMs === 0 ? value : (shiftValue(value, shiftMs) as T));

/** Moves one RFC 3339 time and keeps its form: zone and digits of the fraction. Any other text stays. */
export const shiftTimestamp = (text: string, shiftMs: number): string => {
  const found = RFC3339.exec(text);
  if (found === null) return text;
  const [, seconds = "", fraction = "", zone = ""] = found;
  const localMs = parseTimestamp(`${seconds}Z`);
  if (localMs === undefined) return text;
  return `${toTimestamp(localMs + shiftMs).slice(0, 19)}${fraction}${zone}`;
};

const RFC3339 = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

const shiftValue = (value: unknown, shiftMs: number): unknown => {
  if (Array.isArray(value)) return shiftList(value, shiftMs);
  return typeof value === "object" && value !== null ? shiftFields(value as Fields, shiftMs) : value;
};

type Fields = Readonly<Record<string, unknown>>;

const shiftList = (list: readonly unknown[], shiftMs: number): readonly unknown[] => {
  let copy: unknown[] | undefined;
  for (const [i, item] of list.entries()) {
    if (typeof item !== "object" || item === null) continue;
    const shifted = shiftValue(item, shiftMs);
    if (shifted !== item) {
      copy ??= [...list];
      copy[i] = shifted;
    }
  }
  return copy ?? list;
};

const shiftFields = (fields: Fields, shiftMs: number): Fields => {
  let copy: Record<string, unknown> | undefined;
  for (const name in fields) {
    const value = fields[name];
    const shifted = shiftField(name, value, shiftMs);
    if (shifted === value) continue;
    copy ??= { ...fields };
    copy[name] = shifted;
  }
  return copy ?? fields;
};

const shiftField = (name: string, value: unknown, shiftMs: number): unknown => {
  if (typeof value === "string") return TIMES.has(name) ? shiftTimestamp(value, shiftMs) : value;
  if (typeof value !== "object" || value === null || OPAQUE.has(name)) return value;
  if (name === "annotations") return shiftAnnotations(value as Fields, shiftMs);
  if (name === "disruptedPods") return shiftEach(value as Fields, shiftMs);
  return shiftValue(value, shiftMs);
};

const shiftAnnotations = (annotations: Fields, shiftMs: number): Fields => {
  const restartedAt = annotations[RESTARTED_AT];
  return typeof restartedAt === "string" ? { ...annotations, [RESTARTED_AT]: shiftTimestamp(restartedAt, shiftMs) } : annotations;
};

const RESTARTED_AT = "kubectl.kubernetes.io/restartedAt";

const shiftEach = (times: Fields, shiftMs: number): Fields =>
  Object.fromEntries(Object.entries(times).map(([key, time]) => [key, typeof time === "string" ? shiftTimestamp(time, shiftMs) : time]));

/** Names of the fields that hold a `Time` or a `MicroTime` somewhere in the API. */
const TIMES: ReadonlySet<string> = new Set([
  "acquireTime",
  "completionTime",
  "creationTimestamp",
  "deletionTimestamp",
  "eventTime",
  "expirationTimestamp",
  "finishedAt",
  "firstTimestamp",
  "lastHeartbeatTime",
  "lastObservedTime",
  "lastPhaseTransitionTime",
  "lastProbeTime",
  "lastScaleTime",
  "lastScheduleTime",
  "lastSuccessfulTime",
  "lastTimestamp",
  "lastTransitionTime",
  "lastUpdateTime",
  "renewTime",
  "startTime",
  "startedAt",
  "time",
  "timeAdded",
  "timestamp",
]);

/** Maps and texts of users, which never hold a time of the API's, and field sets, whose keys are names of fields. */
const OPAQUE: ReadonlySet<string> = new Set([
  "args",
  "binaryData",
  "command",
  "data",
  "env",
  "fieldsV1",
  "finalizers",
  "labels",
  "matchLabels",
  "nodeSelector",
  "openAPIV3Schema",
  "parameters",
  "selector",
  "stringData",
]);
