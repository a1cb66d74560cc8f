import { expect, test } from "vitest";
import { checksum } from "./checksum.ts";

test("checksums of known bytes are the published ones", () => {
  const bytes = new TextEncoder().encode("abc");
  expect(checksum("md5", bytes)).toBe("900150983cd24fb0d6963f7d28e17f72");
  expect(checksum("sha1", bytes)).toBe("a9993e364706816aba3e25717850c26c9cd0d89d");
  expect(checksum("sha256", bytes)).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});
