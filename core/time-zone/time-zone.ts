import { parseTimestamp, toTimestamp } from "../timestamp.ts";
import { TIME_ZONES } from "./generated/time-zones.ts";

/** True for the name of a zone of the world, written as it is. */
export const isTimeZone = (name: string): boolean => rules().has(name);

/** Offset of a time zone from UTC at an instant, ms; 0 for unknown zones. */
export const zoneOffsetMs = (name: string, atMs: number): number => {
  const rule = rules().get(name);
  if (rule === undefined) return 0;
  const { standardMs, summerMs, begin, end } = parseRule(rule);
  if (begin === undefined || end === undefined) return standardMs;
  const year = Number(toTimestamp(atMs + standardMs).slice(0, 4));
  const [beginMs, endMs] = [changeMs(year, begin) - standardMs, changeMs(year, end) - summerMs];
  const isSummer = beginMs < endMs ? atMs >= beginMs && atMs < endMs : atMs >= beginMs || atMs < endMs;
  return isSummer ? summerMs : standardMs;
};

/** A day on which the clocks change, and when on that day. */
interface Change {
  readonly month: number;
  /** 5: the last one. */
  readonly week: number;
  readonly weekday: number;
  readonly timeMs: number;
}

interface Rule {
  readonly standardMs: number;
  readonly summerMs: number;
  readonly begin?: Change | undefined;
  readonly end?: Change | undefined;
}

/** Name of a zone → its rule: a cache of constants, filled when the first zone is asked for. */
let known: ReadonlyMap<string, string> | undefined;

const rules = (): ReadonlyMap<string, string> => {
  known ??= new Map(
    TIME_ZONES.split("\n").flatMap((row) => {
      const [rule = "", ...names] = row.split(" ");
      return names.map((name) => [name, rule] as const);
    }),
  );
  return known;
};

const parseRule = (rule: string): Rule => {
  const [clocks = "", begin, end] = rule.split(",");
  const [, standard = "0", hasSummer, summer] = CLOCKS.exec(clocks) ?? [];
  const standardMs = -timeMs(standard);
  const summerMs = hasSummer === undefined ? standardMs : summer === undefined || summer === "" ? standardMs + HOUR_MS : -timeMs(summer);
  return { standardMs, summerMs, begin: parseChange(begin), end: parseChange(end) };
};

const NAME = "(?:<[^>]+>|[A-Za-z]+)";
const CLOCKS = new RegExp(`^${NAME}([-+\\d:]+)(${NAME}([-+\\d:]*))?$`);
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

const parseChange = (text: string | undefined): Change | undefined => {
  const [, month, week, weekday, time = "2"] = /^M(\d+)\.(\d)\.(\d)(?:\/(.+))?$/.exec(text ?? "") ?? [];
  return month === undefined ? undefined : { month: Number(month), week: Number(week), weekday: Number(weekday), timeMs: timeMs(time) };
};

/** `-3:30` in milliseconds. */
const timeMs = (text: string): number => {
  const [hours = 0, minutes = 0, seconds = 0] = text.replace(/^[-+]/, "").split(":").map(Number);
  return (text.startsWith("-") ? -1 : 1) * (hours * HOUR_MS + minutes * 60_000 + seconds * 1000);
};

/** The instant of a change on the clocks of the zone, as if they showed UTC. */
const changeMs = (year: number, { month, week, weekday, timeMs: time }: Change): number => {
  const firstMs = monthMs(year, month);
  const firstWeekday = (firstMs / DAY_MS + 4) % 7;
  let day = 1 + ((weekday - firstWeekday + 7) % 7) + (week - 1) * 7;
  while (firstMs + (day - 1) * DAY_MS >= monthMs(month === 12 ? year + 1 : year, (month % 12) + 1)) day -= 7;
  return firstMs + (day - 1) * DAY_MS + time;
};

const monthMs = (year: number, month: number): number => parseTimestamp(`${year}-${`${month}`.padStart(2, "0")}-01T00:00:00Z`) ?? 0;
