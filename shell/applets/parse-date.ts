import { parseTimestamp } from "#core/timestamp.ts";

/** The instant that a date as busybox takes it means, in UTC; undefined for what is none. */
export const parseDate = (text: string, nowMs: number): number | undefined => {
  const seconds = /^@(-?\d+)$/.exec(text)?.[1];
  if (seconds !== undefined) return Number(seconds) * 1000;
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const clock = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text);
  if (clock !== null) return today + clockMs(clock[1], clock[2], clock[3]);
  const full = /^(\d{4})[-.](\d{1,2})[-.](\d{1,2})(?:[ T-](\d{1,2}):(\d{2})(?::(\d{2}))?Z?)?$/.exec(text);
  if (full !== null) return dateMs(full[1], full[2], full[3]) + clockMs(full[4], full[5], full[6]);
  const joined = /^(\d{4})?(\d{2})(\d{2})(\d{2})(\d{2})(?:\.(\d{2}))?$/.exec(text);
  if (joined === null) return undefined;
  const year = joined[1] ?? `${yearOf(nowMs)}`;
  return dateMs(year, joined[2], joined[3]) + clockMs(joined[4], joined[5], joined[6]);
};

const DAY_MS = 86_400_000;

const clockMs = (hours = "0", minutes = "0", seconds = "0"): number =>
  ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;

const dateMs = (year = "1970", month = "1", day = "1"): number =>
  parseTimestamp(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}T00:00:00Z`) ?? 0;

const yearOf = (ms: number): number => 1970 + Math.floor(ms / (365.2425 * DAY_MS));
