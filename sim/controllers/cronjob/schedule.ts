import { zoneOffsetMs } from "#core/time-zone/time-zone.ts";
import { toTimestamp } from "#core/timestamp.ts";

/** The minutes of a cron schedule: five sets of numbers. */
export interface Schedule {
  readonly minutes: ReadonlySet<number>;
  readonly hours: ReadonlySet<number>;
  readonly days: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  readonly weekdays: ReadonlySet<number>;
  /** True when both day fields are restricted; then a match of either is enough. */
  readonly isEitherDay: boolean;
}

/** Parses five fields or a name such as `@hourly`; undefined when the text is no schedule. */
export const parseSchedule = (text: string): Schedule | undefined => {
  const fields = (NAMED[text.trim()] ?? text.trim()).split(/\s+/);
  if (fields.length !== 5) return undefined;
  const sets = fields.map((field, i) =>
    parseField(field, RANGES[i] as readonly [number, number], i === 3 ? MONTHS : i === 4 ? WEEKDAYS : []),
  );
  const [minutes, hours, days, months, weekdays] = sets;
  if (minutes === undefined || hours === undefined || days === undefined || months === undefined || weekdays === undefined)
    return undefined;
  return {
    minutes,
    hours,
    days,
    months,
    weekdays: new Set([...weekdays].map((day) => day % 7)),
    isEitherDay: !fields[2]?.startsWith("*") && !fields[4]?.startsWith("*"),
  };
};

/** The first time of a schedule after an instant, within five years, on the clocks of a zone; without one, of UTC. */
export const nextRunMs = (schedule: Schedule, afterMs: number, zone?: string): number | undefined => {
  if (zone === undefined) return nextOnClock(schedule, afterMs);
  for (let fromMs = afterMs + zoneOffsetMs(zone, afterMs); ; ) {
    const clockMs = nextOnClock(schedule, fromMs);
    if (clockMs === undefined) return undefined;
    const runMs = clockMs - zoneOffsetMs(zone, clockMs - zoneOffsetMs(zone, clockMs));
    // What the clocks leave out, or show again, is passed over.
    if (runMs > afterMs) return runMs;
    fromMs = clockMs;
  }
};

const nextOnClock = (schedule: Schedule, afterMs: number): number | undefined => {
  const first = Math.floor(afterMs / MINUTE_MS + 1) * MINUTE_MS;
  for (let dayMs = Math.floor(first / DAY_MS) * DAY_MS, tries = 0; tries < 5 * 366; dayMs += DAY_MS, tries++) {
    if (!isDay(schedule, dayMs)) continue;
    for (let ms = Math.max(first, dayMs); ms < dayMs + DAY_MS; ms += MINUTE_MS) {
      const minuteOfDay = (ms - dayMs) / MINUTE_MS;
      if (schedule.hours.has(Math.floor(minuteOfDay / 60)) && schedule.minutes.has(minuteOfDay % 60)) return ms;
    }
  }
  return undefined;
};

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const RANGES: readonly (readonly [number, number])[] = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
];
const MONTHS: readonly string[] = ["", "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const WEEKDAYS: readonly string[] = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const NAMED: Readonly<Record<string, string>> = {
  "@hourly": "0 * * * *",
  "@daily": "0 0 * * *",
  "@midnight": "0 0 * * *",
  "@weekly": "0 0 * * 0",
  "@monthly": "0 0 1 * *",
  "@yearly": "0 0 1 1 *",
  "@annually": "0 0 1 1 *",
};

const isDay = ({ days, months, weekdays, isEitherDay }: Schedule, dayMs: number): boolean => {
  const date = toTimestamp(dayMs);
  if (!months.has(Number(date.slice(5, 7)))) return false;
  // The first day of the epoch was a Thursday.
  const [isOfMonth, isOfWeek] = [days.has(Number(date.slice(8, 10))), weekdays.has((dayMs / DAY_MS + 4) % 7)];
  return isEitherDay ? isOfMonth || isOfWeek : isOfMonth && isOfWeek;
};

const parseField = (field: string, [least, most]: readonly [number, number], names: readonly string[]): ReadonlySet<number> | undefined => {
  const numbers = new Set<number>();
  for (const part of field.split(",")) {
    const match = /^(\*|\?|[\w]+)(?:-([\w]+))?(?:\/(\d+))?$/.exec(part);
    if (match === null) return undefined;
    const isAll = match[1] === "*" || match[1] === "?";
    const from = isAll ? least : numberOf(match[1] as string, names);
    const to =
      isAll || (match[2] === undefined && match[3] !== undefined) ? most : match[2] === undefined ? from : numberOf(match[2], names);
    const step = Number(match[3] ?? "1");
    if (from === undefined || to === undefined || from < least || to > most || from > to || step === 0) return undefined;
    for (let number = from; number <= to; number += step) numbers.add(number);
  }
  return numbers;
};

const numberOf = (text: string, names: readonly string[]): number | undefined => {
  if (/^\d+$/.test(text)) return Number(text);
  const index = names.indexOf(text.toLowerCase());
  return index === -1 ? undefined : index;
};
