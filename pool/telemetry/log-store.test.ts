import { expect, test } from "vitest";
import { makeMatcher } from "#sim/telemetry/promql/syntax/matcher.ts";
import { createLogStore } from "./log-store.ts";

const WEB = { namespace: "shop", pod: "web-0", container: "web" };
const API = { namespace: "shop", pod: "api-0", container: "api" };
const BEGIN = Date.parse("2026-01-02T15:04:00Z");
const at = (second: number, fraction = "000000000"): string => `2026-01-02T15:04:${`${second}`.padStart(2, "0")}.${fraction}Z`;

test("lines are found by labels and time, and what was read twice is there once", () => {
  const store = createLogStore({ streamsMax: 10, charactersMax: 1_000 });
  store.take(WEB, `${at(1)} one\n${at(2)} two\n`);
  store.take(WEB, `${at(2)} two\n${at(2, "000000001")} \n${at(3)} three\n`);
  store.take(API, `${at(1)} other\n`);
  const [stream, ...more] = store.streams([makeMatcher("container", "=", "web")]);
  expect(more).toEqual([]);
  expect(stream?.lines(0, Number.MAX_SAFE_INTEGER).map(({ text }) => text)).toEqual(["one", "two", "", "three"]);
  expect(stream?.lines(BEGIN + 1_000, BEGIN + 2_000).map(({ text }) => text)).toEqual(["two", ""]);
  expect(store.newest(WEB)).toBe(at(3));
});

test("a stream that grows too long loses its oldest lines, and the quietest stream makes room for a new one", () => {
  const store = createLogStore({ streamsMax: 2, charactersMax: 10 });
  for (let second = 1; second <= 9; second++) store.take(WEB, `${at(second)} ${second}234\n`);
  expect(
    store
      .streams([])[0]
      ?.lines(0, Number.MAX_SAFE_INTEGER)
      .map(({ text }) => text),
  ).toEqual(["8234", "9234"]);
  store.take(API, `${at(1)} quiet\n`);
  store.take({ ...API, pod: "api-1" }, `${at(9)} new\n`);
  expect(store.streams([]).map(({ labels }) => labels["pod"])).toEqual(["api-1", "web-0"]);
});

test("what was written before everything was forgotten does not come back", () => {
  const store = createLogStore({ streamsMax: 10, charactersMax: 1_000 });
  store.take(WEB, `${at(1)} one\n`);
  store.clear(BEGIN + 2_000);
  store.take(WEB, `${at(1)} one\n${at(3)} three\n`);
  expect(
    store
      .streams([])[0]
      ?.lines(0, Number.MAX_SAFE_INTEGER)
      .map(({ text }) => text),
  ).toEqual(["three"]);
});
