import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LOOSENED_SHARE_MAX, loosenedShare, renderCoverage } from "../parity/render-coverage.ts";
import { ROOT, readProjectFile } from "./project-files.ts";

const PATH = "docs/reference/kubernetes-coverage.md";

test("the coverage page tells what the recordings and the lists of differences hold", () => {
  const page = renderCoverage();
  if (process.env["UPDATE_DOCS"] === "1") {
    mkdirSync(join(ROOT, "docs/reference"), { recursive: true });
    writeFileSync(join(ROOT, PATH), page);
  }
  expect(readProjectFile(PATH)).toBe(page);
});

test("few commands are compared in part", () => {
  expect(loosenedShare()).toBeLessThanOrEqual(LOOSENED_SHARE_MAX);
});
