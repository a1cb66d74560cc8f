import { expect, test } from "vitest";
import { compileCel, isProgram } from "./compile.ts";
import { CelError, Double } from "./expression.ts";

const run = (source: string, bindings: Readonly<Record<string, unknown>> = {}): unknown => {
  const program = compileCel(source);
  if (!isProgram(program)) return program.problem;
  try {
    const value = program.run(bindings);
    return value instanceof Double ? value.value : value;
  } catch (cause) {
    if (cause instanceof CelError) return cause.message;
    throw cause;
  }
};

test.each([
  ["1 + 2 * 3 == 7", true],
  ["7 / 2", 3],
  ["7.0 / 2.0", 3.5],
  ["-7 % 3", -1],
  ["'a' + \"b\" == 'ab'", true],
  ["[1, 2] + [3]", [1, 2, 3]],
  ["{'a': 1}.a", 1],
  ["1 in [1, 2] && !('x' in {'y': 1})", true],
  ["true ? 'yes' : 'no'", "yes"],
  ["[1, 2, 3].all(x, x > 0) && [1, 2, 3].exists(x, x == 2)", true],
  ["[1, 2, 2].exists_one(x, x == 1)", true],
  ["[1, 2, 3].filter(x, x > 1).map(x, x * 2)", [4, 6]],
  ["size('naïve') == 5 && 'abc'.size() == 3", true],
  ["'registry.io/app:1'.startsWith('registry.io/') && 'a-b'.matches('^[a-z-]+$')", true],
  ["'a,b,c'.split(',').join('-')", "a-b-c"],
  ["duration('1h30m').getMinutes()", 90],
  ["timestamp('2026-01-01T01:00:00Z') - timestamp('2026-01-01T00:00:00Z') == duration('1h')", true],
  ["quantity('500m').isLessThan(quantity('1'))", true],
  ["int('12') + int(3.9)", 15],
  ["r'\\d' == '\\\\d'", true],
])("%s", (source, expected) => {
  expect(run(source)).toEqual(expected);
});

test("what decides a junction makes an error on the other side harmless", () => {
  expect(run("self.a == 1 || true", { self: {} })).toBe(true);
  expect(run("self.a == 1 && false", { self: {} })).toBe(false);
  expect(run("self.a == 1 || false", { self: {} })).toBe("no such key: a");
});

test("absent fields are asked for with has, and reached for with optionals", () => {
  const self = { spec: { a: 1 } };
  expect(run("has(self.spec.a) && !has(self.spec.b)", { self })).toBe(true);
  expect(run("self.?spec.?b.orValue(5)", { self })).toBe(5);
  expect(run("self.?spec.?a.hasValue()", { self })).toBe(true);
});

test("errors of evaluation are the server's", () => {
  expect(run("1 / 0")).toBe("division by zero");
  expect(run("[1][3]")).toBe("index out of bounds: 3");
  expect(run("'a' < 1")).toBe("no such overload");
});

test("errors of compilation mark the place", () => {
  expect(run("self.x >")).toBe(
    "compilation failed: ERROR: <input>:1:9: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | self.x >\n | ........^",
  );
  expect(run("a b")).toBe("compilation failed: ERROR: <input>:1:3: Syntax error: extraneous input 'b' expecting <EOF>\n | a b\n | ..^");
  expect(run("1.0.0.1")).toContain("1:4: Syntax error: mismatched input '.0' expecting <EOF>");
  const schema = { type: "object", properties: { replicas: { type: "integer" } } };
  const failed = compileCel("self.replica > 1", { self: schema });
  expect(isProgram(failed) ? "" : failed.problem).toBe(
    "compilation failed: ERROR: <input>:1:5: undefined field 'replica'\n | self.replica > 1\n | ....^",
  );
  const unknown = compileCel("foo > 1", { self: schema });
  expect(isProgram(unknown) ? "" : unknown.problem).toBe(
    "compilation failed: ERROR: <input>:1:1: undeclared reference to 'foo' (in container '')\n | foo > 1\n | ^",
  );
});
