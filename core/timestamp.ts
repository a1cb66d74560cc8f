/** Renders milliseconds since the Unix epoch as Kubernetes does: RFC 3339, UTC, whole seconds. */
export const toTimestamp = (ms: number): string => `${dateOf(Math.floor(ms / DAY_MS))}T${clockText(Math.floor(ms / 1000))}Z`;

const DAY_MS = 86_400_000;

/** Dates repeat, so each is rendered once; a world spans few days. */
const dateOf = (day: number): string => {
  let text = dates.get(day);
  if (text === undefined) {
    if (dates.size >= DATES_KEPT) dates.clear();
    text = new Date(day * DAY_MS).toISOString().slice(0, 10);
    dates.set(day, text);
  }
  return text;
};

const dates = new Map<number, string>();
const DATES_KEPT = 1_024;

const clockText = (seconds: number): string => {
  const ofDay = seconds - Math.floor(seconds / 86_400) * 86_400;
  return `${twoDigits(Math.floor(ofDay / 3600))}:${twoDigits(Math.floor(ofDay / 60) % 60)}:${twoDigits(ofDay % 60)}`;
};

const twoDigits = (value: number): string => (value < 10 ? `0${value}` : `${value}`);

/** Renders with microseconds, as Leases and log lines have them. */
export const toMicroTimestamp = (ms: number): string => {
  const seconds = Math.floor(ms / 1000);
  return `${dateOf(Math.floor(ms / DAY_MS))}T${clockText(seconds)}.${`${1000 + ms - seconds * 1000}`.slice(1)}000Z`;
};

/** Parses RFC 3339; undefined when the text is none. */
export const parseTimestamp = (text: string): number | undefined => {
  let ms = parsed.get(text);
  if (ms === undefined) {
    ms = Date.parse(text);
    if (parsed.size >= PARSED_MAX) parsed.clear();
    parsed.set(text, ms);
  }
  return Number.isNaN(ms) ? undefined : ms;
};

/** Ages are asked for again and again, of the same few instants. */
const parsed = new Map<string, number>();
const PARSED_MAX = 4096;
