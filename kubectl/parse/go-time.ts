/**
 * Returns Go's error for a text that is not an RFC 3339 time; undefined when it is one.
 *
 * The parts of the layout are parsed one after another; the first that does not match is named with the rest of the
 * text.
 */
export const goTimeProblem = (text: string): string | undefined => {
  let rest = text;
  for (const { part, pattern } of LAYOUT) {
    const match = pattern.exec(rest);
    if (match === null)
      return `parsing time ${JSON.stringify(text)} as "2006-01-02T15:04:05Z07:00": cannot parse ${JSON.stringify(rest)} as ${JSON.stringify(part)}`;
    rest = rest.slice(match[0].length);
  }
  if (rest !== "") return `parsing time ${JSON.stringify(text)}: extra text: ${JSON.stringify(rest)}`;
  const unit = outOfRange(text);
  return unit === undefined ? undefined : `parsing time ${JSON.stringify(text)}: ${unit} out of range`;
};

const LAYOUT: readonly { readonly part: string; readonly pattern: RegExp }[] = [
  { part: "2006", pattern: /^\d{4}/ },
  { part: "-", pattern: /^-/ },
  { part: "01", pattern: /^\d{2}/ },
  { part: "-", pattern: /^-/ },
  { part: "02", pattern: /^\d{2}/ },
  { part: "T", pattern: /^T/ },
  { part: "15", pattern: /^\d{1,2}/ },
  { part: ":", pattern: /^:/ },
  { part: "04", pattern: /^\d{2}/ },
  { part: ":", pattern: /^:/ },
  { part: "05", pattern: /^\d{2}(?:[.,]\d+)?/ },
  { part: "Z07:00", pattern: /^(?:Z|[+-]\d{2}:\d{2})/ },
];

const outOfRange = (text: string): string | undefined => {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = (text.match(/\d+/g) ?? []).map(Number);
  if (month < 1 || month > 12) return "month";
  if (day < 1 || day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return "day";
  if (hour > 23) return "hour";
  if (minute > 59) return "minute";
  return second > 59 ? "second" : undefined;
};
