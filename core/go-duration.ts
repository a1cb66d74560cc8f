/** Parses Go's `1h2m3.5s` to ms; undefined when the text is not a duration. */
export const parseGoDuration = (text: string): number | undefined => {
  if (!DURATION.test(text)) return ZEROS.has(text) ? 0 : undefined;
  let total = 0;
  for (const [, number, unit] of text.matchAll(PART)) total += Number(number) * (UNITS_MS[unit as string] as number);
  return text.startsWith("-") ? -total : total;
};

/** Renders ms as Go does: `3s`, `1.5s`, `5m3.25s`, `2h0m7s`, `250ms`. */
export const formatGoDuration = (ms: number): string => {
  if (ms !== 0 && Math.abs(ms) < SECOND) return `${ms}ms`;
  const rest = `${(ms % MINUTE) / SECOND}s`;
  if (Math.abs(ms) < MINUTE) return rest;
  const minutes = `${Math.floor((ms % HOUR) / MINUTE)}m${rest}`;
  return ms < HOUR ? minutes : `${Math.floor(ms / HOUR)}h${minutes}`;
};

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const UNITS_MS: Readonly<Record<string, number>> = { ns: 1e-6, us: 1e-3, µs: 1e-3, ms: 1, s: SECOND, m: MINUTE, h: HOUR };
const DURATION = /^[-+]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|ms|s|m|h))+$/;
const PART = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/g;

/** A number without a unit is none, but for zero. */
const ZEROS: ReadonlySet<string> = new Set(["0", "+0", "-0"]);
