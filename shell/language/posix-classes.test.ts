import { expect, test } from "vitest";
import { translateClasses } from "./posix-classes.ts";

test.each([
  { set: "[:punct:]", holds: ["[", "]", "\\", "-", "~", "/"], lacks: ["a", "0", " "] },
  { set: "[:digit:]_", holds: ["7", "_"], lacks: ["x", "["] },
  { set: "[x", holds: ["[", "x"], lacks: ["\\", "y"] },
  { set: "[:space:]", holds: [" ", "\t", "\v"], lacks: ["\u00a0", "s"] },
])("the set $set holds what POSIX says", ({ set, holds, lacks }) => {
  const expression = new RegExp(`^[${translateClasses(set)}]$`);
  expect(holds.filter((character) => !expression.test(character))).toEqual([]);
  expect(lacks.filter((character) => expression.test(character))).toEqual([]);
});
