import { parseTimestamp } from "#core/timestamp.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Renders a span as the AGE columns of tables do (`duration.HumanDuration`): at most two units, finer when young. */
export const humanDuration = (ms: number): string => {
  const seconds = Math.trunc(ms / SECOND);
  if (seconds < -1) return "<invalid>";
  if (seconds < 0) return "0s";
  if (seconds < 60 * 2) return `${seconds}s`;
  const minutes = Math.trunc(ms / MINUTE);
  if (minutes < 10) return withRest(minutes, "m", seconds % 60, "s");
  if (minutes < 60 * 3) return `${minutes}m`;
  const hours = Math.trunc(ms / HOUR);
  if (hours < 8) return withRest(hours, "h", minutes % 60, "m");
  if (hours < 48) return `${hours}h`;
  if (hours < 24 * 8) return withRest(Math.trunc(hours / 24), "d", hours % 24, "h");
  if (hours < 24 * 365 * 2) return `${Math.trunc(hours / 24)}d`;
  const days = Math.trunc(ms / DAY);
  if (hours < 24 * 365 * 8) return withRest(Math.trunc(days / 365), "y", days % 365, "d");
  return `${Math.trunc(days / 365)}y`;
};

const withRest = (value: number, unit: string, rest: number, restUnit: string): string =>
  rest === 0 ? `${value}${unit}` : `${value}${unit}${rest}${restUnit}`;

/** Age of a timestamp; `<unknown>` if it is missing. */
export const ageSince = (timestamp: string | null | undefined, nowMs: number): string => {
  if (timestamp === undefined || timestamp === null || timestamp === "") return "<unknown>";
  return humanDuration(nowMs - (parseTimestamp(timestamp) ?? nowMs));
};
