import { keepUpTo } from "./keep-up-to.ts";

/** Renders milliseconds since the Unix epoch as Kubernetes does: RFC 3339, UTC, whole seconds. */
export const toTimestamp = (ms: number): string => `${dateOf(Math.floor(ms / DAY_MS))}T${clockText(Math.floor(ms / 1000))}Z`;

const DAY_MS = 86_400_000;

/** The date of a day since the Unix epoch; dates repeat, so each is rendered once. */
const dateOf = (day: number): string => keptDate(day, renderDate);

const keptDate = keepUpTo<number, string>(1024);

const renderDate = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

const clockText = (seconds: number): string => {
  const ofDay = seconds - Math.floor(seconds / 86_400) * 86_400;
  return `${twoDigits(Math.floor(ofDay / 3600))}:${twoDigits(Math.floor(ofDay / 60) % 60)}:${twoDigits(ofDay % 60)}`;
};

const twoDigits = (value: number): string => (value < 10 ? `0${value}` : `${value}`);

/** Renders milliseconds since the Unix epoch as RFC 3339 with microseconds, as in Leases and log lines. */
export const toMicroTimestamp = (ms: number): string => {
  const seconds = Math.floor(ms / 1000);
  return `${dateOf(Math.floor(ms / DAY_MS))}T${clockText(seconds)}.${`${1000 + ms - seconds * 1000}`.slice(1)}000Z`;
};

/** Parses RFC 3339 to milliseconds since the Unix epoch; undefined if the text is not a timestamp. */
export const parseTimestamp = (text: string): number | undefined => {
  const ms = keptInstant(text, Date.parse);
  return Number.isNaN(ms) ? undefined : ms;
};

/** Parsed timestamps: ages of the same few instants are computed again and again. */
const keptInstant = keepUpTo<string, number>(4096);
