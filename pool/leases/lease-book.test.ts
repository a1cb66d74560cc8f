import { expect, test } from "vitest";
import { createLeaseBook } from "./lease-book.ts";

const rules = { ttlMinMs: 10, ttlDefaultMs: 100, ttlMaxMs: 1000, lifetimeMaxMs: 250 };

test("a lease lasts its silence and is renewed by any call", () => {
  const book = createLeaseBook(rules);
  book.open("a", 100, 0);
  expect(book.due(99)).toEqual([]);
  expect(book.renew("a", 99)?.expiresAtMs).toBe(199);
  expect(book.due(100)).toEqual([]);
  expect(book.due(199)).toEqual(["a"]);
});

test("no renewal goes beyond the lifetime", () => {
  const book = createLeaseBook(rules);
  book.open("a", 100, 0);
  expect(book.renew("a", 240, 1000)?.expiresAtMs).toBe(250);
  expect(book.due(250)).toEqual(["a"]);
});

test("the longest silent come first, and closed ones never", () => {
  const book = createLeaseBook(rules);
  book.open("late", 50, 10);
  book.open("early", 50, 0);
  book.open("gone", 50, 0);
  book.close("gone");
  expect(book.due(1000)).toEqual(["early", "late"]);
  expect(book.renew("gone", 5)).toBeUndefined();
});

test("a warning is given once per renewal", () => {
  const book = createLeaseBook(rules);
  book.open("a", 100, 0);
  expect(book.warn(50, 60).map(({ id }) => id)).toEqual(["a"]);
  expect(book.warn(60, 60)).toEqual([]);
  book.renew("a", 60);
  expect(book.warn(150, 60).map(({ id }) => id)).toEqual(["a"]);
});
