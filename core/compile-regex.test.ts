import { setFlagsFromString } from "node:v8";
import { expect, test } from "vitest";
import { compileForCapture, compileRegex } from "./compile-regex.ts";

const DEEP = `${"(".repeat(1001)}${")".repeat(1001)}`;

test.each([
  ["(", "missing closing ): `(`"],
  ["a)(b", "unexpected ): `a)(b`"],
  ["5[0-9", "missing closing ]: `[0-9`"],
  ["*-frontend", "missing argument to repetition operator: `*`"],
  ["{2}", "missing argument to repetition operator: `{2}`"],
  ["a**", "invalid nested repetition operator: `**`"],
  ["a{2,1}", "invalid repeat count: `{2,1}`"],
  ["a{1001}", "invalid repeat count: `{1001}`"],
  ["[z-a]", "invalid character class range: `z-a`"],
  ["[a-\\d]", "invalid escape sequence: `\\d`"],
  ["\\p{Foo}", "invalid character class range: `\\p{Foo}`"],
  ["(?=a)", "invalid or unsupported Perl syntax: `(?=`"],
  ["(?!a)", "invalid or unsupported Perl syntax: `(?!`"],
  ["(?<!a)", "invalid named capture: `(?<!a)`"],
  ["(?P<n", "invalid named capture: `(?P<n`"],
  ["(.)\\1", "invalid escape sequence: `\\1`"],
  ["\\x{110000}", "invalid escape sequence: `\\x{110000`"],
  ["a\\", "trailing backslash at end of expression: ``"],
  [DEEP, `expression nests too deeply: \`${DEEP}\``],
])("%.40s is refused in Go's words", (pattern, error) => {
  expect(() => compileRegex(pattern)).toThrow(expect.objectContaining({ message: `error parsing regexp: ${error}` }));
});

test.each([
  ["a.b", "a😀b", true],
  ["a.b", "a\nb", false],
  ["a.b", "a\rb", true],
  ["^(?s:a.b)$", "a\nb", true],
  ["^.$", "😀", true],
  ["(?i)É", "é", true],
  ["\\s", "\u00a0", false],
  ["\\pL+\\d", "λόγος1", true],
  ["\\Qa.b\\E", "axb", false],
  ["[[:^digit:]]", "5", false],
])("%s on %j: %s", (pattern, text, matches) => {
  expect(compileRegex(pattern)(text)).toBe(matches);
});

const SIMPLE = [
  "5..",
  "geo|profile|rate",
  "(?i)error|warn",
  "status=5\\d{2}",
  "\\b(OOM|oom)\\b",
  "took=\\d+",
  "[^a-z]",
  "(?i)[^k]",
  "^$",
  "(a|b)?c$",
];
const TEXTS = ["", "500", "geo", "ERROR", "Warn", "status=503 took=12", "an OOM kill", "k", "\u212a", "5\r\n", "5😀", "bc", "c\n"];

test.each(SIMPLE)("both engines find %s in the same texts, alone and as a matcher of labels", (pattern) => {
  for (const form of [pattern, `^(?s:${pattern})$`, `^(?s:.*${pattern}.*)$`]) {
    const named = compileRegex(`(?P<forRe2>${form})`);
    expect(TEXTS.filter(compileRegex(form))).toEqual(TEXTS.filter(named));
  }
});

test("both engines find the same where V8 does not optimize expressions, as after very many of them", () => {
  setFlagsFromString("--no-regexp-optimization");
  try {
    for (const pattern of ["(?i)failed|refused", "^(?s:(?i)panic|timeout.*)$", "^(?s:.*(?i:lost|gone).*)$", "killed|evicted"]) {
      const [native, named] = [compileRegex(pattern), compileRegex(`(?P<forRe2>${pattern})`)];
      const texts = ["Failed", "REFUSED", "refused", "Panic", "TIMEOUT\n1", "all LOST", "Gone", "killed", "Evicted", "evicted"];
      expect(texts.filter(native), pattern).toEqual(texts.filter(named));
    }
  } finally {
    setFlagsFromString("--regexp-optimization");
  }
});

test("a hostile expression takes linear time", () => {
  const text = `${"a".repeat(50_000)}!`;
  expect(["(a+)+$", ".*.*.*b", "(a|aa)+b", "a+b"].map((pattern) => compileRegex(pattern)(text))).toEqual([false, false, false, false]);
});

test("groups are read by number and by name, and are empty where they took no part", () => {
  const group = compileForCapture("^(?s:(?P<host>[^:]+)(:(\\d+))?)$")("10.0.0.1");
  expect(["0", "host", "3", "nope", "9"].map((name) => group?.(name))).toEqual(["10.0.0.1", "10.0.0.1", "", "", ""]);
  expect(compileForCapture("x")("y")).toBeUndefined();
});
