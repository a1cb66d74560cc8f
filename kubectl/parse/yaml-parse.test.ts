import { expect, test } from "vitest";
import { parseYaml } from "./yaml-parse.ts";

const problem = (text: string): string => {
  const parsed = parseYaml(text);
  return parsed.ok ? "" : parsed.message.replace("error converting YAML to JSON: yaml: ", "");
};

// What go.yaml.in/yaml/v2 v2.4.4 says of these texts.
test.each([
  ["a: [1\nb: }\n", "line 1: did not find expected ',' or ']'"],
  ["spec: [unclosed", "line 1: did not find expected ',' or ']'"],
  ["a: b: c\n", "mapping values are not allowed in this context"],
  ["x: 1\na: b: c\n", "line 2: mapping values are not allowed in this context"],
  ["a: 'open\nb: 1\n", "line 3: found unexpected end of stream"],
  ['x: 1\na: "open\nb: 1\n', "line 4: found unexpected end of stream"],
  ["a:\n  b: 1\n c: 2\n", "line 2: did not find expected key"],
  ["a: 1\n  b: 2\n", "line 2: mapping values are not allowed in this context"],
  ["a: 1\n\tb: 2\n", "line 2: found a tab character that violates indentation"],
  ["a:\n\tb: 2\n", "line 2: found character that cannot start any token"],
  ["a: 1\n]\nb: 2\n", "line 1: did not find expected key"],
  ["word\nother\nC: 3\n", "line 3: mapping values are not allowed in this context"],
  ["a:\n- x\n b: 1\n", "line 3: mapping values are not allowed in this context"],
  ["x: 1\nnocolon\ny: 2\n", "line 3: could not find expected ':'"],
  ["a: {b: 1\nc: 2\n", "line 1: did not find expected ',' or '}'"],
  ["a: @x\n", "found character that cannot start any token"],
  ["x: y\na: `z`\n", "line 2: found character that cannot start any token"],
  ["- a\nb: 1\n", "line 1: did not find expected '-' indicator"],
  ["a: ]\n", "did not find expected node content"],
  ["a: *nope\n", "unknown anchor 'nope' referenced"],
  ["a: 1\n- b\n", "line 1: did not find expected key"],
  ["spec:\n  a: 1\n   b: 2\n", "line 3: mapping values are not allowed in this context"],
  ["x: 1\n---\ny: 1\nz: a: b\n", "line 2: mapping values are not allowed in this context"],
])("%j is refused in Go's words", (text, expected) => {
  expect(problem(text)).toBe(expected);
});

test.each([
  ['{"a": 1,, }', "json: offset 9: invalid character ',' looking for beginning of object key string"],
  ['{"a": 1 "b": 2}', "json: offset 9: invalid character '\"' after object key:value pair"],
  ['{"a": [1', "unexpected EOF"],
])("%j is refused as JSON", (text, expected) => {
  expect(problem(text)).toBe(expected);
});

test.each([
  ["[".repeat(10_001), "exceeded max depth of 10000"],
  [`a: ${"[".repeat(20_000)}${"]".repeat(20_000)}`, "exceeded max depth of 10000"],
  [`a: 1\nb: ${'{"]": '.repeat(10_001)}`, "line 2: exceeded max depth of 10000"],
])("brackets beyond the depth that Go's library reads are refused in its words, before anything is parsed", (text, expected) => {
  expect(problem(text)).toBe(expected);
});

test("JSON is refused beyond the same depth, and read up to it", () => {
  expect(problem(`${'{"a":'.repeat(10_001)}1${"}".repeat(10_001)}`)).toBe("json: offset 50001: exceeded max depth");
  expect(parseYaml(`a: "${"[".repeat(20_000)}"`)).toMatchObject({ ok: true });
  const steps = Array.from({ length: 6_000 }, (_, i) => ({ op: "add", path: "/metadata/labels/a", value: { i: [i] } }));
  expect(parseYaml(JSON.stringify(steps))).toEqual({ ok: true, documents: [steps.map(({ op, path, value }) => ({ op, path, value }))] });
});

test("a stream of JSON values is several documents, and braces may hold YAML", () => {
  expect(parseYaml('{"a":1}\n{"b":2}')).toEqual({ ok: true, documents: [{ a: 1 }, { b: 2 }] });
  expect(parseYaml("{a: 1, b: x}")).toEqual({ ok: true, documents: [{ a: 1, b: "x" }] });
});

test("a name of one e and digits stays a text, as an exponent needs digits before it", () => {
  expect(parseYaml("name: e1\nother: E20\nsize: 1e3\nhalf: .5e1\n")).toEqual({
    ok: true,
    documents: [{ half: 5, name: "e1", other: "E20", size: 1000 }],
  });
});

test("only the first document of a part is read, and what stands before a problem is kept", () => {
  expect(parseYaml("[a]\nb: 1\n")).toEqual({ ok: true, documents: [["a"]] });
  expect(parseYaml("a: 1\n...\nb: 2\n---\nc: 3\n")).toEqual({ ok: true, documents: [{ a: 1 }, { c: 3 }] });
  expect(parseYaml("a: 1\n--- # new\nb: c: d\n")).toMatchObject({ ok: false, documents: [{ a: 1 }] });
  expect(parseYaml("a: 1\n--- b\n")).toMatchObject({ ok: false, message: "invalid Yaml document separator: b" });
});
