import { qualifiedNameProblems } from "#kube/objects/names.ts";
import type { Event } from "#kube/types/cluster.ts";
import { type Decoded, decodeObject } from "../codec/decode.ts";
import type { Raw } from "../codec/same.ts";
import { type FieldError, invalidEach, invalidValue, required } from "../field-error.ts";
import { defineKind } from "../kind-strategy.ts";
import { immutable } from "../validation/immutable.ts";

const INVOLVED = ["kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath"] as const;

const involved =
  (member: (typeof INVOLVED)[number]) =>
  ({ involvedObject }: Event): string =>
    involvedObject[member] ?? "";

const fieldsOf = (subject: string): Readonly<Record<string, (event: Event) => string>> =>
  Object.fromEntries(INVOLVED.map((member) => [`${subject}.${member}`, involved(member)]));

const reporter = ({ reportingComponent, source }: Event): string => reportingComponent || (source?.component ?? "");

/** Strategy of Events. */
export const eventKind = defineKind<Event>({
  createsOnUpdate: true,
  fields: {
    ...fieldsOf("involvedObject"),
    reason: ({ reason }) => reason ?? "",
    reportingComponent: reporter,
    source: ({ source, reportingComponent }) => source?.component ?? reportingComponent ?? "",
    type: ({ type }) => type ?? "",
  },
  validate: (event, errors) => void errors.push(...eventErrors(event, "reportingComponent")),
});

/** The same under the names of the newer group, which takes no events of the older kind. */
export const newEventKind = defineKind<Event>({
  createsOnUpdate: true,
  decode: (input) => decodeNew(input),
  fields: {
    ...fieldsOf("regarding"),
    reason: ({ reason }) => reason ?? "",
    reportingController: reporter,
    type: ({ type }) => type ?? "",
  },
  validate: (event, errors) => void errors.push(...eventErrors(event, "reportingController")),
  validateCreate: (event, errors) => {
    const { series, eventTime, type = "", firstTimestamp, lastTimestamp, count, source } = event;
    errors.push(...seriesErrors(series));
    if (!eventTime) errors.push(required("eventTime"));
    if (type !== "Normal" && type !== "Warning") errors.push(invalidValue("type", "", `has invalid value: ${type}`));
    const old = { firstTimestamp, lastTimestamp, count, source: source?.component || source?.host };
    for (const [field, value] of Object.entries(old)) if (value) errors.push(invalidValue(field, "", "needs to be unset"));
  },
  validateUpdate: (event, old, errors) => {
    if (JSON.stringify(event.series) !== JSON.stringify(old.series)) errors.push(...seriesErrors(event.series));
    for (const [member, field] of FIXED)
      immutable((event as unknown as Raw)[member], (old as unknown as Raw)[member], field ?? member, errors);
  },
});

/** Immutable members of an event in the newer group, with their field names where these differ. */
const FIXED: readonly (readonly [member: string, field?: string])[] = [
  ...[
    "involvedObject",
    "reason",
    "message",
    "source",
    "firstTimestamp",
    "lastTimestamp",
    "count",
    "type",
    "eventTime",
    "action",
    "related",
  ].map((member) => [member] as const),
  ["reportingComponent", "reportingController"],
  ["reportingInstance"],
];

const WORD_MAX = 128;
const NOTE_MAX = 1024;

const eventErrors = (event: Event, reporterField: string): readonly FieldError[] => {
  const { metadata, involvedObject, eventTime } = event;
  const { namespace = "" } = involvedObject ?? {};
  const own = metadata.namespace ?? "";
  // What happened to an object without a namespace is told in the default one.
  const homes = eventTime ? ["default", "kube-system"] : ["", "default"];
  const isFit = namespace === "" ? homes.includes(own) : Boolean(eventTime) || namespace === own;
  const errors = isFit ? [] : [invalidValue("involvedObject.namespace", namespace, "does not match event.namespace")];
  return eventTime ? [...errors, ...toldErrors(event, reporterField)] : errors;
};

/** Field errors of events with an eventTime. */
const toldErrors = (event: Event, reporterField: string): readonly FieldError[] => {
  const { reportingComponent: controller = "", reportingInstance: instance = "", action = "", reason = "", message = "" } = event;
  const short = (field: string, value: string): readonly FieldError[] => {
    if (value === "") return [required(field)];
    return value.length > WORD_MAX ? [invalidValue(field, "", `can have at most ${WORD_MAX} characters`)] : [];
  };
  return [
    ...(controller === "" ? [required(reporterField)] : []),
    ...invalidEach(reporterField, controller, qualifiedNameProblems(controller)),
    ...short("reportingInstance", instance),
    ...short("action", action),
    ...short("reason", reason),
    ...(message.length > NOTE_MAX ? [invalidValue("message", "", `can have at most ${NOTE_MAX} characters`)] : []),
  ];
};

const seriesErrors = (series: Event["series"]): readonly FieldError[] => {
  if (series === undefined) return [];
  const errors = (series.count ?? 0) < 2 ? [invalidValue("series.count", "", "should be at least 2")] : [];
  return series.lastObservedTime ? errors : [...errors, required("series.lastObservedTime")];
};

/** Members of the newer group by their names in stored events. */
const RENAMED: Readonly<Record<string, string>> = {
  regarding: "involvedObject",
  note: "message",
  reportingController: "reportingComponent",
  deprecatedSource: "source",
  deprecatedFirstTimestamp: "firstTimestamp",
  deprecatedLastTimestamp: "lastTimestamp",
  deprecatedCount: "count",
};

const decodeNew = (input: Raw): Decoded => {
  const { value, unknownFields, error } = decodeObject("NewEvent", input);
  const renamed = Object.fromEntries(Object.entries(value).map(([name, member]) => [RENAMED[name] ?? name, member]));
  const stored = error === undefined ? decodeObject("Event", { ...renamed, apiVersion: "v1", kind: "Event" }).value : value;
  return { value: stored, unknownFields, error };
};
