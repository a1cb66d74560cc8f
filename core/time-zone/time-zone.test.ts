import { expect, test } from "vitest";
import { nextRunMs, parseSchedule, type Schedule } from "#sim/controllers/cronjob/schedule.ts";
import { isTimeZone, zoneOffsetMs } from "./time-zone.ts";

const hours = (zone: string, instant: string): number => zoneOffsetMs(zone, Date.parse(instant)) / 3_600_000;

test("zones are known by their exact names", () => {
  expect(["Etc/UTC", "Europe/Berlin", "Asia/Kolkata", "UTC"].every(isTimeZone)).toBe(true);
  expect(["Mars/Base", "europe/berlin", ""].some(isTimeZone)).toBe(false);
});

test("clocks are changed in spring and autumn, on both halves of the world", () => {
  expect(hours("Europe/Berlin", "2026-03-29T00:59:59Z")).toBe(1);
  expect(hours("Europe/Berlin", "2026-03-29T01:00:00Z")).toBe(2);
  expect(hours("Europe/Berlin", "2026-10-25T01:00:00Z")).toBe(1);
  expect(hours("America/New_York", "2026-07-01T00:00:00Z")).toBe(-4);
  expect(hours("Australia/Sydney", "2026-01-10T00:00:00Z")).toBe(11);
  expect(hours("Asia/Kolkata", "2026-01-10T00:00:00Z")).toBe(5.5);
  expect(hours("Australia/Lord_Howe", "2026-07-10T00:00:00Z")).toBe(10.5);
});

test("a schedule is reckoned on the clocks of its zone", () => {
  const next = (zone: string | undefined, after: string): string =>
    new Date(nextRunMs(parseSchedule("30 9 * * *") as Schedule, Date.parse(after), zone) as number).toISOString();
  expect(next("Asia/Tokyo", "2026-01-05T00:10:00Z")).toBe("2026-01-05T00:30:00.000Z");
  expect(next("Europe/Berlin", "2026-03-28T09:00:00Z")).toBe("2026-03-29T07:30:00.000Z");
  expect(next(undefined, "2026-01-05T09:30:00Z")).toBe("2026-01-06T09:30:00.000Z");
});
