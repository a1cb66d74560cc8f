import { expect, test } from "vitest";
import { readFields, readFunctions } from "./read-declarations.ts";

test("fields of an interface are read with types and doc comments over several lines", () => {
  const source =
    "export interface Other {\n  readonly no: string;\n}\nexport interface App {\n  readonly name: string;\n  /**\n   * Share, 0..1;\n   * missing: 1.\n   */\n  readonly share?: number;\n}\n";
  expect(readFields(source, "App")).toEqual([
    { name: "name", type: "string", doc: "" },
    { name: "share?", type: "number", doc: "Share, 0..1; missing: 1." },
  ]);
});

test("exported functions are read with their first sentences; values and helpers are not", () => {
  const source =
    "/** Lists pods. Reads only. */\nexport const listPods = async (view: View) => view;\n/** Limit. */\nexport const MAX = 3;\n/** Helper. */\nconst help = () => 1;\n";
  expect(readFunctions(source)).toEqual([{ name: "listPods", doc: "Lists pods." }]);
});
