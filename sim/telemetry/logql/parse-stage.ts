import { compileForCapture } from "#core/compile-regex.ts";
import type { Matcher } from "../promql/series.ts";
import { compileJsonPath } from "./json-path.ts";
import { compilePattern } from "./line-pattern.ts";
import {
  captureStage,
  jsonMembersStage,
  jsonStage,
  type LabelFormat,
  labelFormatStage,
  lineFormatStage,
  logfmtPairsStage,
  logfmtStage,
  type Stage,
  unpackStage,
} from "./line-stages.ts";
import { compileTemplate } from "./line-template.ts";
import type { LogqlCursor } from "./logql-cursor.ts";
import { orParseError, parseLabelFilter, parseMatcher } from "./parse-label-filter.ts";

/** Parses a stage of a pipeline after its `|`: a parser, a formatter, or a filter of labels. */
export const parseStage = (cursor: LogqlCursor): Stage => {
  const parse = STAGES.get(cursor.wordAhead() ?? "");
  if (parse === undefined) return parseLabelFilter(cursor);
  cursor.word();
  return parse(cursor);
};

const STAGES: ReadonlyMap<string, (cursor: LogqlCursor) => Stage> = new Map(
  Object.entries<(cursor: LogqlCursor) => Stage>({
    json: (cursor) => {
      const paths = parseExtractions(cursor);
      return paths === undefined ? jsonStage : jsonMembersStage(mapValues(paths, compileJsonPath));
    },
    logfmt: (cursor) => {
      while (cursor.accept("--strict") || cursor.accept("--keep-empty"));
      const keys = parseExtractions(cursor);
      return keys === undefined ? logfmtStage : logfmtPairsStage(keys);
    },
    unpack: () => unpackStage,
    pattern: (cursor) => captureStage(orParseError(() => compilePattern(cursor.string()))),
    regexp: (cursor) => captureStage(orParseError(() => compileNamedGroups(cursor.string()))),
    line_format: (cursor) => lineFormatStage(orParseError(() => compileTemplate(cursor.string()))),
    label_format: (cursor) => labelFormatStage(parseList(cursor, parseLabelFormat)),
    decolorize: () => (state) => ({ ...state, line: state.line.replace(COLORS, "") }),
    drop: (cursor) => parseSelection(cursor, false),
    keep: (cursor) => parseSelection(cursor, true),
  }),
);

const COLORS = /\u001b\[[\d;]*[A-Za-z]/g;

const parseList = <T>(cursor: LogqlCursor, parse: (cursor: LogqlCursor) => T): readonly T[] => {
  const list = [parse(cursor)];
  while (cursor.accept(",")) list.push(parse(cursor));
  return list;
};

/** The labels that a parser is to make, each with what it is made of; undefined: all that it finds. */
const parseExtractions = (cursor: LogqlCursor): Readonly<Record<string, string>> | undefined => {
  if (cursor.wordAhead() === undefined) return undefined;
  return Object.fromEntries(
    parseList(cursor, () => {
      const name = cursor.word();
      return [name, cursor.accept("=") ? cursor.string() : name] as const;
    }),
  );
};

const mapValues = <T>(texts: Readonly<Record<string, string>>, map: (text: string) => T): Readonly<Record<string, T>> =>
  orParseError(() => Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, map(text)])));

const parseLabelFormat = (cursor: LogqlCursor): readonly [string, LabelFormat] => {
  const name = cursor.word();
  cursor.expect("=");
  if (cursor.wordAhead() !== undefined) return [name, { from: cursor.word() }];
  return [name, { template: orParseError(() => compileTemplate(cursor.string())) }];
};

const compileNamedGroups = (pattern: string): ((line: string) => Readonly<Record<string, string>> | undefined) => {
  const capture = compileForCapture(pattern);
  const names = [...pattern.matchAll(/\(\?P?<(\w+)>/g)].map(([, name]) => name as string);
  if (names.length === 0) throw new Error("at least one named capture must be supplied");
  return (line) => {
    const group = capture(line);
    return group && Object.fromEntries(names.map((name) => [name, group(name)]));
  };
};

/** Keeps or drops labels by their names, or by their values too. */
const parseSelection = (cursor: LogqlCursor, keeps: boolean): Stage => {
  const tests = parseList(cursor, (): Matcher | string => {
    const name = cursor.word();
    return cursor.ahead(["=", "!"]) === undefined ? name : parseMatcher(cursor, name);
  });
  const isNamed = (name: string, value: string): boolean =>
    tests.some((test) => (typeof test === "string" ? test === name : test.name === name && test.matches(value)));
  return ({ line, labels }) => ({
    line,
    labels: Object.fromEntries(Object.entries(labels).filter(([name, value]) => isNamed(name, value) === keeps)),
  });
};
