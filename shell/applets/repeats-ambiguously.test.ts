import { expect, test } from "vitest";
import { repeatsAmbiguously } from "./repeats-ambiguously.ts";

test.each([
  "(a+)+$",
  "([a-z]+)*x",
  "(.*)*",
  "(a[a-z]+)+",
  "((a)+)+",
  "(y(a+))*c",
  "(x{1,9})+",
  "(a*b*)+",
  "(a+|b)*",
  "(a|a)*",
  "(a|ab|b)+",
  "(.|x)*",
  "([a-f]|[0-9a])+",
])("%s could run for ever", (pattern) => {
  expect(repeatsAmbiguously(pattern)).toBe(true);
});

test.each([
  "web(-[a-z0-9]+)+",
  "([0-9]{3}\\.)+",
  "(\\w+\\.)*svc",
  "(a|b)+",
  "a+b*",
  "\\(a+\\)+",
  "(ab+)",
  "(foo)+",
  "([^:]*:)+",
  "(foo|fob)+",
  "([a-z]|[0-9])+",
  "(error|warn)*",
])("%s ends", (pattern) => {
  expect(repeatsAmbiguously(pattern)).toBe(false);
});
