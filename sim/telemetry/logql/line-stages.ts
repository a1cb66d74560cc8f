import type { JsonPath } from "./json-path.ts";
import type { LineTemplate } from "./line-template.ts";
import { parseLogfmt } from "./parse-logfmt.ts";

/** A line with the labels that it has so far. */
export interface LineState {
  readonly line: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** One step of a pipeline; undefined drops the line. */
export type Stage = (state: LineState) => LineState | undefined;

/** Makes labels of the members of a JSON line. */
export const jsonStage: Stage = (state) => readJson(state, (value) => flatten(value, ""));

/** Makes labels of some members of a JSON line, each by its path. */
export const jsonMembersStage =
  (paths: Readonly<Record<string, JsonPath>>): Stage =>
  (state) =>
    readJson(state, (value) => valuesOf(paths, (path) => path(value)));

/** Makes labels of the texts in a JSON line, and the line of its `_entry`, as Promtail packed them. */
export const unpackStage: Stage = (state) => {
  const unpacked = readJson(state, (value) =>
    Object.fromEntries(Object.entries(value).flatMap(([name, member]) => (typeof member === "string" ? [[name, member] as const] : []))),
  );
  const { _entry: line = unpacked.line, ...labels } = unpacked.labels;
  return { line, labels };
};

const readJson = (
  { line, labels }: LineState,
  extract: (value: Readonly<Record<string, unknown>>) => Readonly<Record<string, string>>,
): LineState => {
  try {
    const value = JSON.parse(line) as unknown;
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw new SyntaxError("no object");
    return { line, labels: { ...labels, ...withoutClashes(extract(value as Readonly<Record<string, unknown>>), labels) } };
  } catch {
    return { line, labels: { ...labels, __error__: "JSONParserErr" } };
  }
};

const valuesOf = <T>(wanted: Readonly<Record<string, T>>, read: (of: T) => string | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(wanted).flatMap(([name, of]) => {
      const value = read(of);
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** Makes labels of the pairs of a logfmt line. */
export const logfmtStage: Stage = ({ line, labels }) => ({ line, labels: { ...labels, ...withoutClashes(parseLogfmt(line), labels) } });

/** Makes labels of some pairs of a logfmt line, each by its key. */
export const logfmtPairsStage =
  (keys: Readonly<Record<string, string>>): Stage =>
  ({ line, labels }) => {
    const pairs = parseLogfmt(line);
    return {
      line,
      labels: {
        ...labels,
        ...withoutClashes(
          valuesOf(keys, (key) => pairs[key]),
          labels,
        ),
      },
    };
  };

/** Makes labels of what a reader finds in a line; a line in which it finds nothing stays as it is. */
export const captureStage =
  (read: (line: string) => Readonly<Record<string, string>> | undefined): Stage =>
  ({ line, labels }) => ({ line, labels: { ...labels, ...withoutClashes(read(line) ?? {}, labels) } });

/** An extracted label never replaces one of the stream: it gets a suffix. */
const withoutClashes = (
  extracted: Readonly<Record<string, string>>,
  labels: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(extracted).map(([name, value]) => [labels[name] === undefined ? name : `${name}_extracted`, value]));

/** Nested objects become names joined by underscores; arrays are left out, as Loki does. */
const flatten = (value: Readonly<Record<string, unknown>>, prefix: string): Record<string, string> => {
  const result: Record<string, string> = {};
  for (const [key, member] of Object.entries(value)) {
    const name = `${prefix}${key.replace(/[^a-zA-Z0-9_]/g, "_")}`;
    if (typeof member === "object" && member !== null && !Array.isArray(member))
      Object.assign(result, flatten(member as Readonly<Record<string, unknown>>, `${name}_`));
    else if (member !== null && !Array.isArray(member)) result[name] = `${member}`;
  }
  return result;
};

/** Makes the line anew. */
export const lineFormatStage =
  (template: LineTemplate): Stage =>
  (state) => ({ line: template(state), labels: state.labels });

/** A label made anew: of another one, which goes, or of a template. */
export type LabelFormat = { readonly from: string } | { readonly template: LineTemplate };

/** Makes labels anew, one after the other. */
export const labelFormatStage =
  (formats: readonly (readonly [name: string, format: LabelFormat])[]): Stage =>
  ({ line, labels: given }) => {
    const labels = { ...given };
    for (const [name, format] of formats) {
      if ("template" in format) labels[name] = format.template({ line, labels });
      else if (labels[format.from] !== undefined) {
        labels[name] = labels[format.from] as string;
        delete labels[format.from];
      }
    }
    return { line, labels };
  };
