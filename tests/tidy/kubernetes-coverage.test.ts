import { expect, test } from "vitest";
import { LOOSENED_SHARE_MAX, loosenedShare, renderCoverage } from "../parity/render-coverage.ts";
import { testDocument } from "./generated-document.ts";

testDocument("docs/reference/kubernetes-coverage.md", renderCoverage);

test("few commands are compared in part", () => {
  expect(loosenedShare()).toBeLessThanOrEqual(LOOSENED_SHARE_MAX);
});
