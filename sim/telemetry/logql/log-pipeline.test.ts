import { expect, test } from "vitest";
import { queryInstant } from "../promql/query.ts";
import { createLogSource, parseLogMetric } from "./log-metric.ts";
import { parseLogExpr, runPipeline } from "./log-pipeline.ts";

const through = (query: string, line: string) => runPipeline(parseLogExpr(query, 0).expr, line, { pod: "a" });

const passes = (query: string, line: string): boolean => through(query, line) !== undefined;

test("line filters keep and drop", () => {
  expect(passes('{pod="a"} |= "err"', "an error")).toBe(true);
  expect(passes('{pod="a"} != "err"', "an error")).toBe(false);
  expect(passes('{pod="a"} |~ "(?i)ERR.r"', "an error")).toBe(true);
  expect(passes('{pod="a"} !~ `e\\w+r`', "an error")).toBe(false);
  expect(passes('{pod="a"} |= "x" or "err" |= "an"', "an error")).toBe(true);
});

test("json and logfmt make labels that filters read", () => {
  const line = '{"level":"error","status":503,"took":"1.5s","at":{"file":"a.go"},"pod":"other"}';
  expect(through('{pod="a"} | json', line)?.labels).toEqual({
    pod: "a",
    level: "error",
    status: "503",
    took: "1.5s",
    at_file: "a.go",
    pod_extracted: "other",
  });
  expect(passes('{pod="a"} | json | level="error" | status >= 500', line)).toBe(true);
  expect(passes('{pod="a"} | json | status < 500 or level=~"warn|info"', line)).toBe(false);
  expect(passes('{pod="a"} | logfmt | level="error", code != 3', 'level=error msg="it broke" code=2')).toBe(true);
  expect(through('{pod="a"} | json', "no json")?.labels).toEqual({ pod: "a", __error__: "JSONParserErr" });
  expect(through('{pod="a"} | json | line_format "{{.level}}: {{.took}}"', line)?.line).toBe("error: 1.5s");
});

test.each([
  ['{pod=~".*"}', /at least one regexp or equality matcher/],
  ['{pod="a"} |= x', /parse error at line 1, col 14: syntax error: unexpected IDENTIFIER/],
  ["{pod=a}", /parse error at line 1, col 6: syntax error: unexpected IDENTIFIER, expecting STRING/],
  ['{pod="a"} |~ "("', /missing closing \)/],
  ['{pod="a"', /unexpected \$end/],
])("%s is refused", (query, message) => {
  expect(() => through(query, "")).toThrow(message);
});

test("metric queries count lines per window, and aggregate", () => {
  const lines = [1, 2, 3, 4].map((s) => ({ atMs: s * 10_000, text: s % 2 === 0 ? "even error" : "odd" }));
  const streams = ["a", "b"].map((pod) => ({ labels: { pod }, lines: () => lines }));
  const ask = (query: string) => {
    const metric = parseLogMetric(query);
    const result = queryInstant(
      metric.promql,
      createLogSource(metric, () => streams),
      40_000,
    );
    return result.ok && result.value.kind === "vector" ? result.value.vector : result;
  };
  expect(ask('count_over_time({pod=~".+"}[1m])')).toEqual([
    { labels: { pod: "a" }, value: 4 },
    { labels: { pod: "b" }, value: 4 },
  ]);
  expect(ask('sum(count_over_time({pod=~".+"} |= "error" [20s]))')).toEqual([{ labels: {}, value: 2 }]);
  expect(ask('topk(1, sum by (pod) (rate({pod=~".+"} |= "error" [20s]))) > 0')).toEqual([{ labels: { pod: "a" }, value: 0.05 }]);
  expect(() => ask('sum({pod="a"})')).toThrow(/syntax error/);
});
