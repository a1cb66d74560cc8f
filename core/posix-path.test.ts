import { posix } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { folderOf, joinPaths, lastPartOf, normalizePath, resolvePath } from "./posix-path.ts";

const path = fc.array(fc.constantFrom("/", "a", "b.c", ".", "..", "/"), { maxLength: 8 }).map((parts) => parts.join(""));

test("paths are joined, normalised and taken apart as Node does it", () => {
  fc.assert(
    fc.property(path, path, (a, b) => {
      expect(joinPaths(a, b)).toBe(posix.join(a, b));
      expect(normalizePath(a)).toBe(posix.normalize(a));
      expect(lastPartOf(a)).toBe(posix.basename(a));
      expect(resolvePath(a, "/home/x")).toBe(posix.resolve("/home/x", a));
      if (!a.startsWith("//")) expect(folderOf(a)).toBe(posix.dirname(a));
    }),
    { seed: 3, numRuns: 2_000 },
  );
});
