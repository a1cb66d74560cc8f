import { expect, test } from "vitest";
import { readReplacement, replaceMatches } from "./replace-matches.ts";

const by = (text: string) => readReplacement(text, /\\\d|&/g, (found) => (found === "&" ? 0 : Number(found.slice(1))));

test.each([
  ["every match", "banana", /a/g, "<&>", { first: 1, areAll: true }, "b<a>n<a>n<a>", 3],
  ["the second match alone", "banana", /a/g, "o", { first: 2, areAll: false }, "banona", 1],
  ["the second match and those after it", "banana", /a/g, "o", { first: 2, areAll: true }, "banono", 2],
  ["groups, of which a missing one is empty", "key=value", /(\w+)=(\w+)(x)?/g, "\\2=\\1\\3\\9", { first: 1, areAll: true }, "value=key", 1],
  ["nothing where the last match ended, as sed and awk do", "baaac", /a*/g, "x", { first: 1, areAll: true }, "xbxcx", 3],
  ["empty matches between characters", "abc", /x*/g, "-", { first: 1, areAll: true }, "-a-b-c-", 4],
  ["nothing", "abc", /x/g, "-", { first: 1, areAll: true }, "abc", 0],
] as const)("%s of a text is replaced", (_what, text, expression, put, which, made, count) => {
  expect(replaceMatches(expression, text, { by: by(put), ...which })).toEqual({ text: made, count });
});
