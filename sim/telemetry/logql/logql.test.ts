import { expect, test } from "vitest";
import { queryInstant } from "../promql/query.ts";
import { createLogSource, parseLogMetric } from "./log-metric.ts";
import { parseLogExpr, runPipeline } from "./log-pipeline.ts";
import { parseLogQuery } from "./parse-log-query.ts";

const LABELS = { pod: "a" };
const through = (stages: string, line: string) => runPipeline(parseLogExpr(`{pod="a"} ${stages}`, 0).expr, line, LABELS);
const labelsAfter = (stages: string, line: string) => through(stages, line)?.labels;

test.each([
  ["| pattern `<ip> - <_> [<time>] <status>`", "10.0.0.1 - bob [12:01] 503", { ip: "10.0.0.1", time: "12:01", status: "503" }],
  ["| pattern `GET <path>`", "POST /cart", {}],
  ["| pattern `<method> <path> <rest>`", "GET /", { method: "GET", path: "/" }],
  ['| regexp "(?P<method>\\\\w+) (?P<path>\\\\S+)"', "GET /cart 200", { method: "GET", path: "/cart" }],
  ["| regexp `took=(?P<took>\\d+)`", "nothing", {}],
  ['| json first="servers[0]", agent="request.headers[\\"User-Agent\\"]", none="x.y"', JSON_LINE(), { first: "10.0.0.1", agent: "curl" }],
  ["| json level, request", JSON_LINE(), { level: "warn", request: '{"headers":{"User-Agent":"curl"}}' }],
  ['| logfmt lvl="level", code', 'level=error code=7 msg="x y"', { lvl: "error", code: "7" }],
  ["| logfmt --strict --keep-empty level", "level=error code=7", { level: "error" }],
  [
    '| logfmt | label_format severity=level, text="{{.msg | ToUpper}}!"',
    "level=error msg=no",
    { severity: "error", msg: "no", text: "NO!" },
  ],
  ['| logfmt | drop level, code="7"', "level=error code=7 msg=no", { msg: "no" }],
  ['| logfmt | keep level, code="8"', "level=error code=7", { level: "error" }],
])("%s makes labels of a line", (stages, line, labels) => {
  const { pod, ...extracted } = labelsAfter(stages, line) ?? {};
  expect(extracted).toEqual(labels);
});

function JSON_LINE(): string {
  return '{"level":"warn","servers":["10.0.0.1","10.0.0.2"],"request":{"headers":{"User-Agent":"curl"}}}';
}

test.each([
  ['| logfmt | (level="error" or code >= 500) and took > 1.5s', "level=info code=503 took=1600ms", true],
  ['| logfmt | (level="error" or code >= 500) and took > 1.5s', "level=info code=503 took=1500ms", false],
  ['| logfmt | level="error" or code >= 500 and took > 1.5s', "level=error code=1 took=1s", true],
  ["| logfmt | size > 1KB", "size=1001B", true],
  ["| logfmt | size > 1KiB", "size=1001B", false],
  ["| logfmt | code > 1", "level=info", false],
  ["|> `GET <_> 503`", "x GET /cart 503 y", true],
  ["!> `GET <_> 503`", "x GET /cart 503 y", false],
  ['# a comment {\n |= "x"', "x", true],
])("%s passes %s: %s", (stages, line, passes) => {
  expect(through(stages, line) !== undefined).toBe(passes);
});

test("a value that is no number keeps its line, marked, and a stage that makes the line anew does so", () => {
  expect(labelsAfter("| logfmt | code > 1", "code=many")).toEqual({ pod: "a", code: "many", __error__: "LabelFilterErr" });
  expect(labelsAfter('| logfmt | code > 1 | __error__=""', "code=many")).toBeUndefined();
  expect(through("| unpack", '{"_entry":"the line","app":"x","n":1}')).toEqual({ line: "the line", labels: { pod: "a", app: "x" } });
  expect(through('| logfmt | line_format "{{ .level | upper }}: {{__line__}}"', "level=error")?.line).toBe("ERROR: level=error");
  expect(through("| decolorize", "\u001b[31mred\u001b[0m")?.line).toBe("red");
});

/** Lines of two pods at 10, 20, 30 and 40 s: pod a took 1, 2, 3 and 4 s, pod b took 10, 20, 30 and 40 s. */
const streams = [
  ["a", 1],
  ["b", 10],
].map(([pod, factor]) => ({
  labels: { pod: pod as string },
  lines: (fromMs: number, toMs: number) =>
    [1, 2, 3, 4]
      .map((n) => ({ atMs: n * 10_000, text: `took=${n * (factor as number)}s n=${n} size=${n}KB` }))
      .filter(({ atMs }) => atMs > fromMs && atMs <= toMs),
}));
const ask = (query: string, atMs = 40_000) => {
  const metric = parseLogMetric(query);
  const result = queryInstant(
    metric.promql,
    createLogSource(metric, () => streams),
    atMs,
  );
  if (!result.ok || result.value.kind !== "vector") throw new Error(JSON.stringify(result));
  return Object.fromEntries(result.value.vector.map(({ labels, value }) => [Object.values(labels).join(), Number(value.toFixed(6))]));
};
const TOOK = '{pod=~".+"} | logfmt took | unwrap duration(took)';

test.each([
  [`sum_over_time(${TOOK} [1m])`, { a: 10, b: 100 }],
  [`sum_over_time(${TOOK} [20s])`, { a: 7, b: 70 }],
  [`avg_over_time(${TOOK} [1m])`, { a: 2.5, b: 25 }],
  [`min_over_time(${TOOK} [1m])`, { a: 1, b: 10 }],
  [`max_over_time(${TOOK} [1m] offset 20s)`, { a: 2, b: 20 }],
  [`first_over_time(${TOOK} [20s])`, { a: 3, b: 30 }],
  [`last_over_time(${TOOK} [1m])`, { a: 4, b: 40 }],
  [`stdvar_over_time(${TOOK} [1m])`, { a: 1.25, b: 125 }],
  [`stddev_over_time(${TOOK} [1m])`, { a: 1.118034, b: 11.18034 }],
  [`quantile_over_time(0.5, ${TOOK} [1m])`, { a: 2.5, b: 25 }],
  [`quantile_over_time(0.5, ${TOOK} [1m]) by ()`, { "": 7 }],
  [`max_over_time(${TOOK} [1m]) without (pod)`, { "": 40 }],
  [`avg_over_time(${TOOK} [1m]) by (pod)`, { a: 2.5, b: 25 }],
  [`rate(${TOOK} [40s])`, { a: 0.25, b: 2.5 }],
  ['sum(sum_over_time({pod="a"} | logfmt n | unwrap n [1m]))', { "": 20 }],
  ['sum by (pod) (sum_over_time({pod="a"} | logfmt size | unwrap bytes(size) | size > 2KB [1m]))', { a: 7_000, b: 7_000 }],
  ['count_over_time({pod=~".+"}[20s] |= "n=4")', { a: 1, b: 1 }],
  ['count_over_time(({pod=~".+"} |= "n=4")[20s])', { a: 1, b: 1 }],
  ['topk(1, sum by (pod) (rate({pod=~".+"}[40s]))) * 2 > 0.1', { a: 0.2 }],
  [`sum(count_over_time({pod=~".+"} |= "n=1" [1m])) / sum(count_over_time({pod=~".+"}[1m]))`, { "": 0.25 }],
  ['bytes_over_time({pod="a"} |= "n=1" | line_format "12345" [1m])', { a: 5, b: 5 }],
])("%s is computed", (query, expected) => {
  expect(ask(query)).toEqual(expected);
});

test.each([
  ['sum_over_time({pod="a"}[1m])', "parse error : invalid aggregation sum_over_time without unwrap"],
  ['count_over_time({pod="a"} | unwrap n [1m])', "parse error : invalid aggregation count_over_time with unwrap"],
  ['sum_over_time({pod="a"} | unwrap n [1m]) by (pod)', "parse error : grouping not allowed for sum_over_time aggregation"],
  ['quantile_over_time({pod="a"} | unwrap n [1m])', "parse error : parameter required for operation quantile_over_time"],
  ['rate(2, {pod="a"}[1m])', "parse error : parameter 2 not supported for operation rate"],
  ['constructor({pod="a"}[1m])', "parse error at line 1, col 13: syntax error: unexpected {"],
  ['rate({pod="a"})', "parse error at line 1, col 15: syntax error: unexpected ), expecting RANGE"],
])("%s is refused", (query, message) => {
  expect(() => parseLogMetric(query)).toThrow(message);
});

test.each([
  ['{pod="a"} | unwrap n', /unexpected unwrap/],
  ['{pod="a"} | pattern "no capture"', "parse error : at least one capture is required"],
  ['{pod="a"} | pattern "<a><b>"', "parse error : found consecutive capture '<a><b>': invalid expression"],
  ['{pod="a"} | pattern "<a> <a>"', "parse error : duplicate capture name (a): invalid expression"],
  ['{pod="a"} | regexp "(x)"', "parse error : at least one named capture must be supplied"],
  ['{pod="a"} | json a="x["', /parse error : cannot parse expression \[x\[\]/],
  ['{pod="a"} | line_format "{{ .x"', "parse error : invalid line template: template: line:1: unclosed action"],
  ['{pod="a"} | toString', /unexpected \$end/],
  [`{pod="a"} | ${"(".repeat(5_000)}a=1`, /unexpected \(/],
  ['{pod="a"} | line_format "{{ .x | shout }}"', 'parse error : invalid line template: template: line:1: function "shout" not defined'],
])("%s is refused", (query, message) => {
  expect(() => parseLogQuery(query)).toThrow(message);
});

test("a metric of lines on which a stage failed is refused, unless a filter skips them", () => {
  expect(() => ask('count_over_time({pod="a"} | json [1m])')).toThrow(
    `pipeline error: 'JSONParserErr' for series: '{pod="a"}'.\nUse a label filter to intentionally skip this error. (e.g | __error__!="JSONParserErr").`,
  );
  expect(ask('count_over_time({pod="a"} | json | __error__="" [1m])')).toEqual({});
  expect(() => ask('sum_over_time({pod="a"} | logfmt size | unwrap size [1m])')).toThrow(/'SampleExtractionErr' for series/);
  expect(ask('sum_over_time({pod="a"} | logfmt size | unwrap size | __error__="" [1m])')).toEqual({});
});
