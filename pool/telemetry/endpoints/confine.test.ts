import { describe, expect, test } from "vitest";
import { parse } from "#sim/telemetry/promql/syntax/parse.ts";
import { selectorsIn } from "#sim/telemetry/promql/syntax/selectors-in.ts";
import { confineLogql } from "./confine-logql.ts";
import { confinePromql } from "./confine-promql.ts";

describe("every selector of a PromQL query is kept to the namespace:", () => {
  test.each([
    ["up", 'up{namespace="a"}'],
    ['{__name__=~".+"}', '{namespace="a",__name__=~".+"}'],
    ["sum by (pod) (rate(x[5m]))", 'sum by (pod) (rate(x{namespace="a"}[5m]))'],
    ['x{namespace="b"} offset 5m', 'x{namespace="a",namespace="b"} offset 5m'],
    ["a:b / on (pod) group_left (c) d {} # up", 'a:b{namespace="a"} / on (pod) group_left (c) d {namespace="a",} # up'],
    ['label_replace(x, "y", "{z}", "w", ".*")', 'label_replace(x{namespace="a"}, "y", "{z}", "w", ".*")'],
    ["max_over_time((x or -y)[1h:1m] @ end())", 'max_over_time((x{namespace="a"} or -y{namespace="a"})[1h:1m] @ end())'],
    ["topk(scalar(n), sum)", 'topk(scalar(n{namespace="a"}), sum{namespace="a"})'],
    ["absent(nothing) and vector(5)", 'absent(nothing{namespace="a"}) and vector(5)'],
  ])("%s", (query, expected) => {
    const confined = confinePromql(query, "a");
    expect(confined).toBe(expected);
    const isKept = selectorsIn(parse(confined)).map(({ matchers }) =>
      matchers.some(({ name, op, value }) => name === "namespace" && op === "=" && value === "a"),
    );
    expect(isKept).not.toContain(false);
  });
});

test("what is no PromQL is refused, and not sent", () => {
  expect(() => confinePromql("up{", "a")).toThrow("parse error");
  expect(() => confinePromql("", "a")).toThrow("no expression found in input");
});

describe("every selector of a LogQL query is kept to the namespace:", () => {
  test.each([
    ['{app="x"} |= "{not me}"', '{namespace="a",app="x"} |= "{not me}"'],
    ['{app="x"} | line_format "{{.msg}}"', '{namespace="a",app="x"} | line_format "{{.msg}}"'],
    [
      'sum(rate({app="x"}[5m])) / sum(count_over_time({app=~"y|z"} |= `\\` [5m]))',
      'sum(rate({namespace="a",app="x"}[5m])) / sum(count_over_time({namespace="a",app=~"y|z"} |= `\\` [5m]))',
    ],
    ['{namespace="b"}', '{namespace="a",namespace="b"}'],
  ])("%s", (query, expected) => {
    expect(confineLogql(query, "a")).toBe(expected);
  });
});

describe("LogQL in which a selector could hide is refused:", () => {
  test.each([
    '# "\n{namespace="b"}',
    '{app="x"} # "\n or {namespace="b"}',
    'sum(count_over_time({app="x"} |= `\\`[5m])) + sum(count_over_time({namespace="b"}[5m]) + "`"',
    "up",
    'count_over_time({app="x"}[5m]) + up',
    "",
  ])("%s", (query) => {
    expect(() => confineLogql(query, "a")).toThrow();
  });
});
