import { expect, test } from "vitest";
import { duplicateFields } from "./duplicate-fields.ts";

test.each([
  ['{"a":1,"b":{"a":2}}', []],
  ['{"a":1,"a":2,"a":3}', ["a"]],
  ['{ "spec" : {"x":[ {"k":"\\"}{","k":1}, [], {"j":{},"j":null} ], "x":0} }', ["spec.x[0].k", "spec.x[2].j", "spec.x"]],
  ['{"a\\u0062":1,"ab":2}', ["ab"]],
  ["[]", []],
  ["null", []],
  ['[{"op":"add","op":"x"}]', ["[0].op"]],
])("the fields that come twice in %s are %j", (text, expected) => {
  expect(duplicateFields(text)).toEqual(expected);
});
