import { goQuote } from "#core/go-quote.ts";
import { keepUpTo } from "#core/keep-up-to.ts";
import { parseTimestamp, toTimestamp } from "#core/timestamp.ts";

/** Parse error of a text that is no RFC 3339 time, in the words of Go's time package; undefined when it is one. */
export const timeProblem = (text: string, isMicro = false): string | undefined => {
  if (keptSoundness(text, isSound)) return undefined;
  const layout = isMicro ? MICRO_LAYOUT : LAYOUT;
  const frame = `parsing time ${goQuote(text)} as ${goQuote(layout)}: `;
  let rest = text;
  for (const [element, pattern] of ELEMENTS) {
    const [found] = pattern.exec(rest) ?? [];
    if (found === undefined) return `${frame}cannot parse ${goQuote(rest)} as ${goQuote(element)}`;
    const range = RANGES[element];
    if (range !== undefined && !(Number(found) >= range.least && Number(found) <= range.most))
      return `parsing time ${goQuote(text)}: ${range.name} out of range`;
    rest = rest.slice(found.length);
  }
  return rest === "" ? `parsing time ${goQuote(text)}: day out of range` : `parsing time ${goQuote(text)}: extra text: ${goQuote(rest)}`;
};

/** Cache of valid times, since statuses repeat them. */
const keptSoundness = keepUpTo<string, boolean>(4096);

const isSound = (text: string): boolean => WHOLE.test(text) && isOnCalendar(text);

/** A timestamp whose date rolls over is of no day. */
const isOnCalendar = (text: string): boolean => {
  const ms = parseTimestamp(`${text.slice(0, 10)}T00:00:00Z`);
  return ms !== undefined && toTimestamp(ms).slice(0, 10) === text.slice(0, 10) && parseTimestamp(text) !== undefined;
};

const WHOLE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

const LAYOUT = "2006-01-02T15:04:05Z07:00";
const MICRO_LAYOUT = "2006-01-02T15:04:05.000000Z07:00";

/** Elements of a time layout, in order; a fraction may follow the seconds. */
const ELEMENTS: readonly (readonly [string, RegExp])[] = [
  ["2006", /^\d{4}/],
  ["-", /^-/],
  ["01", /^\d\d/],
  ["-", /^-/],
  ["02", /^\d\d/],
  ["T", /^T/],
  ["15", /^\d\d/],
  [":", /^:/],
  ["04", /^\d\d/],
  [":", /^:/],
  ["05", /^\d\d(?:\.\d+)?/],
  ["Z07:00", /^(?:Z|[+-]\d\d:\d\d)/],
];

const RANGES: Readonly<Record<string, { readonly name: string; readonly least: number; readonly most: number }>> = {
  "01": { name: "month", least: 1, most: 12 },
  "02": { name: "day", least: 1, most: 31 },
  "15": { name: "hour", least: 0, most: 23 },
  "04": { name: "minute", least: 0, most: 59 },
  "05": { name: "second", least: 0, most: 59.999999999 },
};
