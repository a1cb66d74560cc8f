import { expect, test } from "vitest";
import { formatValue } from "./format-value.ts";
import { makeLabels, renderLabels } from "./labels.ts";
import { queryInstant, queryRange } from "./query.ts";
import { matchesAll, type Series, type SeriesSource } from "./series.ts";

/** `name a=b,c=d` with samples every 15 s from 0, or `[t, v]` pairs in seconds. */
const series = (text: string, samples: readonly (number | readonly [number, number])[], everyS = 15): Series => {
  const [name = "", labels = ""] = text.split(" ");
  const pairs = labels === "" ? [] : labels.split(",").map((pair) => pair.split("=") as [string, string]);
  const points = samples.map((sample, i) => (typeof sample === "number" ? ([i * everyS, sample] as const) : sample));
  return {
    labels: makeLabels([["__name__", name], ...pairs]),
    timesMs: points.map(([s]) => s * 1000),
    values: points.map(([, value]) => value),
  };
};

const sourceOf = (...all: readonly Series[]): SeriesSource => ({
  select: (matchers) => all.filter(({ labels }) => matchesAll(matchers, labels)),
});

const linear = (count: number, step: number) => Array.from({ length: count }, (_, i) => i * step);

/** The answer as text: `{a="b"} 1` per element, sorted where order means nothing. */
const ask = (query: string, source: SeriesSource, atS: number): string => {
  const result = queryInstant(query, source, atS * 1000);
  if (!result.ok) return result.error.message;
  const { value } = result;
  if (value.kind === "scalar") return formatValue(value.value);
  if (value.kind === "string") return value.value;
  if (value.kind === "matrix") return value.matrix.map(({ labels, values }) => `${renderLabels(labels)} ${values.join(" ")}`).join("; ");
  return value.vector.map((sample) => `${renderLabels(sample.labels)} ${formatValue(Number(sample.value.toPrecision(7)))}`).join("; ");
};

const counter = sourceOf(series("x", linear(40, 10)));

test.each([
  ["increase(x[1m])", 60, "{} 40"],
  ["rate(x[1m])", 60, "{} 0.6666667"],
  ["increase(x[1m])", 67, "{} 40"],
  ["x[30s]", 60, "x 30 40"],
  ["irate(x[1m])", 60, "{} 0.6666667"],
  ["delta(x[1m])", 60, "{} 40"],
  ["deriv(x[1m])", 60, "{} 0.6666667"],
  ["predict_linear(x[1m], 60)", 60, "{} 80"],
  ["x offset 30s", 60, "x 20"],
  ["x offset -30s", 60, "x 60"],
  ["x @ 30", 60, "x 20"],
  ["x @ end()", 60, "x 40"],
  ["avg_over_time(x[1m])", 60, "{} 25"],
  ["last_over_time(x[1m])", 60, "x 40"],
  ["max_over_time(rate(x[1m])[2m:30s])", 240, "{} 0.6666667"],
  ["sum_over_time(x[2m:1m])", 120, "{} 120"],
  ["changes(x[1m])", 60, "{} 3"],
  ["quantile_over_time(0.5, x[1m])", 60, "{} 25"],
  ["timestamp(x)", 62, "{} 60"],
  ["time()", 62, "62"],
  ["vector(time())", 62, "{} 62"],
  ["scalar(x)", 60, "40"],
  ["absent(x)", 60, ""],
  ['absent(y{a="b",c=~"d"})', 60, '{a="b"} 1'],
  ["1 + 2 * 3 ^ 2", 0, "19"],
  ["-2 ^ 2", 0, "-4"],
  ["2 ^ 3 ^ 2", 0, "512"],
  ["1 == bool 1", 0, "1"],
  ["-x", 60, "{} -40"],
  ["x > 30", 60, "x 40"],
  ["x > bool 30", 60, "{} 1"],
  ["30 < x", 60, "x 40"],
  ["x{}", 2000, ""],
])("%s at %d s is %s", (query, atS, expected) => {
  expect(ask(query, counter, atS)).toBe(expected);
});

test("extrapolation follows Prometheus over resets, gaps and the zero point", () => {
  const reset = sourceOf(series("x", [0, 100, 200, 20, 120]));
  expect(ask("increase(x[1m])", reset, 60)).toBe("{} 293.3333");
  expect(ask("rate(x[1m])", reset, 60)).toBe("{} 4.888889");
  expect(ask("delta(x[1m])", reset, 60)).toBe("{} 26.66667");
  expect(ask("resets(x[2m])", reset, 60)).toBe("{} 1");
  const late = sourceOf(
    series("x", [
      [30, 5],
      [45, 8],
      [60, 11],
    ]),
  );
  expect(ask("increase(x[1m])", late, 60)).toBe("{} 7.5");
  const minutely = sourceOf(series("x", linear(10, 60), 60));
  expect(ask("increase(x[2m])", minutely, 300)).toBe("{} 120");
  expect(ask("increase(x[2m])", minutely, 310)).toBe("{} 120");
  expect(ask("rate(x[1m])", minutely, 300)).toBe("");
});

test("an instant selector looks back five minutes and stops at a stale marker", () => {
  const gone = sourceOf({ ...series("x", [1, 2]), staleAtMs: [30_000] });
  expect(ask("x", gone, 29)).toBe("x 2");
  expect(ask("x", gone, 30)).toBe("");
  expect(ask("count_over_time(x[1m])", gone, 45)).toBe("{} 2");
  const silent = sourceOf(series("x", [1]));
  expect(ask("x", silent, 299)).toBe("x 1");
  expect(ask("x", silent, 300)).toBe("");
});

const buckets = (counts: readonly number[], bounds: readonly string[]): Series[] =>
  bounds.map((le, i) => series(`h_bucket le=${le}`, [counts[i] as number]));

test("histogram_quantile interpolates as Prometheus does", () => {
  const bounds = ["0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1", "2.5", "5", "10", "+Inf"];
  const source = sourceOf(...buckets([776, 2963, 7937, 10730, 11776, 11991, 12000, 12000, 12000, 12000, 12000, 12000], bounds));
  expect(ask("histogram_quantile(0.5, h_bucket)", source, 0)).toBe("{} 0.01915862");
  expect(ask("histogram_quantile(0.9, h_bucket)", source, 0)).toBe("{} 0.05334608");
  expect(ask("histogram_quantile(0.95, h_bucket)", source, 0)).toBe("{} 0.08202677");
  expect(ask("histogram_quantile(0.99, h_bucket)", source, 0)).toBe("{} 0.1725581");
  expect(ask("histogram_quantile(-1, h_bucket)", source, 0)).toBe("{} -Inf");
  expect(ask("histogram_quantile(0.5, h_bucket{le!='+Inf'})", source, 0)).toBe("{} NaN");
});

test("histograms of two names are two, and their quantiles would be one series", () => {
  const two = sourceOf(...["h_bucket", "g_bucket"].flatMap((name) => ["1", "+Inf"].map((le) => series(`${name} le=${le}`, [4]))));
  expect(ask('histogram_quantile(0.5, {__name__=~".+_bucket"})', two, 0)).toBe("vector cannot contain metrics with the same labelset");
});

test("a sample that is no number has no median deviation", () => {
  expect(ask("mad_over_time(x[2m])", sourceOf(series("x", [1, Number.NaN, 3])), 45)).toBe("{} NaN");
  expect(ask("mad_over_time(x[2m])", sourceOf(series("x", [1, 2, 6])), 45)).toBe("{} 1");
});

const web = sourceOf(
  series("req job=web,pod=a,code=200", [10]),
  series("req job=web,pod=a,code=500", [2]),
  series("req job=web,pod=b,code=200", [30]),
  series("info pod=a,node=n1", [1]),
  series("info pod=b,node=n2", [1]),
);

test.each([
  ["sum(req)", "{} 42"],
  ["sum by (pod) (req)", '{pod="a"} 12; {pod="b"} 30'],
  ["sum(req) by (pod)", '{pod="a"} 12; {pod="b"} 30'],
  ["sum without (code, job) (req)", '{pod="a"} 12; {pod="b"} 30'],
  ["count(req)", "{} 3"],
  ["avg(req)", "{} 14"],
  ["min(req)", "{} 2"],
  ["group by (job) (req)", '{job="web"} 1'],
  ["quantile(0.5, req)", "{} 10"],
  ["topk(1, req)", 'req{code="200", job="web", pod="b"} 30'],
  ["bottomk(1, req)", 'req{code="500", job="web", pod="a"} 2'],
  ["topk by (pod) (1, req)", 'req{code="200", job="web", pod="a"} 10; req{code="200", job="web", pod="b"} 30'],
  ['count_values("v", info)', '{v="1"} 2'],
  ["sum(req) / count(req)", "{} 14"],
  ["req{code='500'} / ignoring(code) req{code='200'}", '{job="web", pod="a"} 0.2'],
  [
    "req * on (pod) group_left (node) info",
    '{code="200", job="web", node="n1", pod="a"} 10; {code="500", job="web", node="n1", pod="a"} 2; {code="200", job="web", node="n2", pod="b"} 30',
  ],
  [
    "info * on (pod) req",
    'found duplicate series for the match group {pod="a"} on the right hand-side of the operation: [{__name__="req", code="500", job="web", pod="a"}, {__name__="req", code="200", job="web", pod="a"}];many-to-many matching not allowed: matching labels must be unique on one side',
  ],
  ["req * on (pod) info", "multiple matches for labels: many-to-one matching must be explicit (group_left/group_right)"],
  ["req and on (pod) info{node='n1'}", 'req{code="200", job="web", pod="a"} 10; req{code="500", job="web", pod="a"} 2'],
  ["req unless on (pod) info{node='n1'}", 'req{code="200", job="web", pod="b"} 30'],
  ["info or sum(req)", 'info{node="n1", pod="a"} 1; info{node="n2", pod="b"} 1; {} 42'],
  [
    "sort_desc(req)",
    'req{code="200", job="web", pod="b"} 30; req{code="200", job="web", pod="a"} 10; req{code="500", job="web", pod="a"} 2',
  ],
  ["req{code=~'2..'}", 'req{code="200", job="web", pod="a"} 10; req{code="200", job="web", pod="b"} 30'],
  ["req{code!~'2.*', pod=~'a|c'}", 'req{code="500", job="web", pod="a"} 2'],
  ["{__name__=~'in.o', pod='a'}", 'info{node="n1", pod="a"} 1'],
  ["label_replace(info{pod='a'}, 'short', 'x$1', 'node', 'n(.*)')", 'info{node="n1", pod="a", short="x1"} 1'],
  ["label_join(info{pod='a'}, 'both', '-', 'pod', 'node')", 'info{both="a-n1", node="n1", pod="a"} 1'],
  ["clamp_max(req{code='500'}, 1)", '{code="500", job="web", pod="a"} 1'],
  ["abs(-info{pod='a'})", '{node="n1", pod="a"} 1'],
  ["round(req{code='500'} / 3, 0.5)", '{code="500", job="web", pod="a"} 0.5'],
  ["rate({__name__=~'req|info'}[1m])", ""],
  ["label_replace(req, 'code', '', '', '.*')", "vector cannot contain metrics with the same labelset"],
])("%s is %s", (query, expected) => {
  expect(ask(query, web, 0)).toBe(expected);
});

test.each([
  ["", "unknown position: parse error: no expression found in input"],
  ["rate(x)", '1:6: parse error: expected type range vector in call to function "rate", got instant vector'],
  ["foo(x)", '1:1: parse error: unknown function with name "foo"'],
  ["sum(x", "1:6: parse error: unclosed left parenthesis"],
  ["x{a=b}", '1:5: parse error: unexpected identifier "b" in label matching, expected string'],
  ["x{a=~'('}", "1:3: parse error: error parsing regexp: missing closing ): `^(?s:()$`"],
  ["x{a=~'(?=b)'}", "1:3: parse error: error parsing regexp: invalid or unsupported Perl syntax: `(?=`"],
  ["x{a=~'(.)\\\\1'}", "1:3: parse error: error parsing regexp: invalid escape sequence: `\\1`"],
  ["x y", '1:3: parse error: unexpected identifier "y"'],
  ["rate(x[5m], 2)", '1:1: parse error: expected 1 argument(s) in call to "rate", got 2'],
  ["x offset", "1:9: parse error: unexpected end of input in offset, expected number, duration, step(), or range()"],
  ["{}", "1:1: parse error: vector selector must contain at least one non-empty matcher"],
  ["1 > 2", "1:3: parse error: comparisons between scalars must use BOOL modifier"],
  ["sum by (a (x)", "1:14: parse error: unclosed left parenthesis"],
  ["x[5x]", '1:3: parse error: bad number or duration syntax: "5"'],
  ["(x)[5m]", "1:4: parse error: ranges only allowed for vector selectors"],
  ["1 and 2", '1:1: parse error: set operator "and" not allowed in binary scalar expression'],
  ["x{a='b'", "1:8: parse error: unexpected end of input inside braces"],
  ["topk(x)", "1:1: parse error: wrong number of arguments for aggregate expression provided, expected 2, got 1"],
  ["x $ y", "1:3: parse error: unexpected character: '$'"],
])("%s is refused", (query, expected) => {
  expect(ask(query, web, 0)).toBe(expected);
});

test("a query that is nested too deeply is refused", () => {
  expect(ask(`${"(".repeat(5000)}x${")".repeat(5000)}`, web, 0)).toBe("1:201: parse error: expression is nested too deeply");
});

test("a range query evaluates every step and sorts its series", () => {
  const result = queryRange(
    "sum by (pod) (increase(c[1m]))",
    sourceOf(series("c pod=b", linear(20, 15)), series("c pod=a", linear(20, 30))),
    {
      startMs: 120_000,
      endMs: 150_000,
      stepMs: 15_000,
    },
  );
  expect(result).toEqual({
    ok: true,
    value: {
      kind: "matrix",
      matrix: [
        { labels: { pod: "a" }, timesMs: [120_000, 135_000, 150_000], values: [120, 120, 120] },
        { labels: { pod: "b" }, timesMs: [120_000, 135_000, 150_000], values: [60, 60, 60] },
      ],
    },
  });
  const refused = queryRange("x[5m]", web, { startMs: 0, endMs: 0, stepMs: 1000 });
  expect(refused).toEqual({
    ok: false,
    error: { errorType: "bad_data", message: 'invalid expression type "range vector" for range query, must be Scalar or instant Vector' },
  });
});

test("a regular expression that would backtrack without end is answered in linear time", () => {
  const long = sourceOf(series(`x a=${"a".repeat(5000)}!`, [1]));
  expect(ask("x{a=~'(a+)+$'}", long, 0)).toBe("");
  expect(ask("count(x{a=~'(a|aa)+!'})", long, 0)).toBe("{} 1");
  expect(ask("count(x{a=~'.*.*.*.*.*.*.*a!'})", long, 0)).toBe("{} 1");
});
