const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;
const two = (value: number): string => String(value).padStart(2, "0");

/** Renders a timestamp as RFC 1123 with a numeric zone, as `kubectl describe` does. */
export const rfc1123 = (timestamp: string | null | undefined): string => {
  const date = new Date(timestamp ? Date.parse(timestamp) : -62_135_596_800_000);
  const day = `${DAYS[date.getUTCDay()]}, ${two(date.getUTCDate())} ${MONTHS[date.getUTCMonth()]} ${String(date.getUTCFullYear()).padStart(4, "0")}`;
  return `${day} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} +0000`;
};

const UNITS: Readonly<Record<string, number>> = { ns: 1e-6, us: 1e-3, µs: 1e-3, ms: 1, s: SECOND, m: MINUTE, h: HOUR };

/** Parses Go's `1h2m3.5s` to ms; undefined when the text is not a duration. */
export const parseGoDuration = (text: string): number | undefined => {
  const match = /^([-+]?)((?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|ms|s|m|h))+$/.exec(text);
  if (match === null) return text === "0" || text === "+0" || text === "-0" ? 0 : undefined;
  let total = 0;
  for (const [, number, unit] of text.matchAll(/(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/g))
    total += Number(number) * (UNITS[unit as string] as number);
  return text.startsWith("-") ? -total : total;
};

/** Renders a duration as Go does: `3s`, `1.5s`, `5m3.25s`, `2h0m7s`, `250ms`. */
export const formatGoDuration = (ms: number): string => {
  if (ms !== 0 && Math.abs(ms) < SECOND) return `${ms}ms`;
  const rest = `${(ms % MINUTE) / SECOND}s`;
  if (Math.abs(ms) < MINUTE) return rest;
  const minutes = `${Math.floor((ms % HOUR) / MINUTE)}m${rest}`;
  return ms < HOUR ? minutes : `${Math.floor(ms / HOUR)}h${minutes}`;
};
