import { parseTimestamp, toTimestamp } from "#core/timestamp.ts";

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Parses `5m`, `1h30m`, `90` (seconds); undefined when the text is no duration. */
export const parseSpan = (text: string): number | undefined => {
  const trimmed = text.trim();
  if (/^\d+(\.\d+)?$/.test(trimmed)) return Math.round(Number(trimmed) * 1000);
  if (!/^(\d+(\.\d+)?(ms|s|m|h|d|w))+$/.test(trimmed)) return undefined;
  let total = 0;
  for (const [, amount, unit] of trimmed.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d|w)/g))
    total += Number(amount) * (UNITS[unit as string] as number);
  return Math.round(total);
};

/** Parses a moment: RFC 3339, Unix seconds, `now`, or a span before now (`-5m`, `5m`); undefined when the text is none. */
export const parseMoment = (text: string, nowMs: number): number | undefined => {
  const trimmed = text.trim();
  if (trimmed === "now") return nowMs;
  if (/^\d{9,}(\.\d+)?$/.test(trimmed)) return Math.round(Number(trimmed) * 1000);
  const ago = parseSpan(trimmed.replace(/^(now)?-/, "").replace(/ ago$/, ""));
  return ago === undefined ? parseTimestamp(trimmed) : nowMs - ago;
};

/** Unix seconds as the telemetry APIs take them. */
export const unixSeconds = (ms: number): string => String(ms / 1000);

/** `08:15:30`, enough inside one session. */
export const clockText = (ms: number): string => toTimestamp(ms).slice(11, 19);
