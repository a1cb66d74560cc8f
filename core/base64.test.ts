import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeBase64, decodeBase64Text, decodeBase64Url, encodeBase64, encodeBase64Url } from "./base64.ts";
import { encodeUtf8 } from "./utf8.ts";

test("bytes are written as Node writes them, and read back", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      expect(encodeBase64(bytes)).toBe(Buffer.from(bytes).toString("base64"));
      expect(encodeBase64Url(bytes)).toBe(Buffer.from(bytes).toString("base64url"));
      expect(decodeBase64(encodeBase64(bytes))).toEqual(bytes);
      expect(decodeBase64Url(encodeBase64Url(bytes))).toEqual(bytes);
    }),
  );
});

test("any text survives", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(decodeBase64Text(encodeBase64(encodeUtf8(text)))).toBe(text);
    }),
  );
});

test("line breaks and the signs of the other alphabet are passed over", () => {
  expect(decodeBase64Text("aGVs\nbG8=\n")).toBe("hello");
  expect(decodeBase64Text("-aGVs_bG8")).toBe("hello");
});

test("bytes that are no UTF-8 become U+FFFD", () => {
  expect(decodeBase64Text(encodeBase64(Uint8Array.of(0x61, 0xff, 0xf8, 0x62)))).toBe("a\ufffd\ufffdb");
});
