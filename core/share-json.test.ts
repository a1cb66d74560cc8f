import { expect, test } from "vitest";
import { shareJson } from "./share-json.ts";

const before = { list: [{ a: 1 }, { b: [2, 3] }], map: { x: "y", z: null }, text: "t" };

test("an equal value becomes the earlier one, whatever the order of its members", () => {
  expect(shareJson({ text: "t", map: { z: null, x: "y" }, list: [{ a: 1 }, { b: [2, 3] }] }, before)).toBe(before);
  expect(shareJson({ ...before, gone: undefined }, before)).toBe(before);
});

test("parts that did not change are the earlier ones, and the value stays what it is", () => {
  const value = { list: [{ a: 1 }, { b: [2, 4] }, { a: 1 }], map: { x: "y", z: null }, more: 1 };
  const shared = shareJson(value, before);
  expect(shared).toEqual({ list: [{ a: 1 }, { b: [2, 4] }, { a: 1 }], map: { x: "y", z: null }, more: 1 });
  expect(shared.list[0]).toBe(before.list[0]);
  expect(shared.map).toBe(before.map);
  expect(value.map).not.toBe(before.map);
});

test("lists and objects are never taken for one another, nor what is missing for null", () => {
  expect(shareJson([1], { 0: 1 })).toEqual([1]);
  expect(shareJson({ 0: 1 }, [1])).toEqual({ 0: 1 });
  expect(shareJson({ a: null }, {})).toEqual({ a: null });
  expect(shareJson({}, { a: null })).toEqual({});
  expect(shareJson([], [1])).toEqual([]);
});
