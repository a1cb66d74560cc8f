import { expect, test } from "vitest";
import { isId, isSeed, renderUuidV7 } from "./ids.ts";

test("a UUIDv7 carries its time, version and variant, and may be an id", () => {
  const id = renderUuidV7(0x0123456789ab, new Uint8Array(10).fill(0xff));
  expect(id).toBe("01234567-89ab-7fff-bfff-ffffffffffff");
  expect(isId(id)).toBe(true);
});

test.each(["", "-a", "a b", "a/b", "x".repeat(65), "ä"])("%j is no id", (text) => expect(isId(text)).toBe(false));

test("a seed is a canonical unsigned 64-bit integer", () => {
  expect(["0", "7", "18446744073709551615"].map(isSeed)).toEqual([true, true, true]);
  expect(["18446744073709551616", "01", "-1", "1.0", "", "1e3"].map(isSeed)).toEqual([false, false, false, false, false, false]);
});
