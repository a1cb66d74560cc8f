import { describe, expect, test } from "vitest";
import { parseExposition } from "./exposition.ts";

test("samples, types and helps of a page are read, and a target's own timestamps left out", () => {
  const { heads, samples } = parseExposition(
    [
      "# HELP http_requests_total Requests,\\nby code.",
      "# TYPE http_requests_total counter",
      '  http_requests_total{code="200",path="/a \\"b\\" \\\\ {c}"} 1.027e+03 1795385757911',
      "# a remark",
      "",
      'http_requests_total { code = "500" , } 3',
      "# TYPE latency summary",
      'latency{quantile="0.5"} NaN',
      "temperature -Inf",
      "up 1",
    ].join("\n"),
  );
  expect(heads).toEqual([
    { name: "http_requests_total", type: "counter", help: "Requests,\nby code." },
    { name: "latency", type: "unknown", help: "" },
  ]);
  expect(samples).toEqual([
    { labels: { __name__: "http_requests_total", code: "200", path: '/a "b" \\ {c}' }, value: 1027 },
    { labels: { __name__: "http_requests_total", code: "500" }, value: 3 },
    { labels: { __name__: "latency", quantile: "0.5" }, value: Number.NaN },
    { labels: { __name__: "temperature" }, value: Number.NEGATIVE_INFINITY },
    { labels: { __name__: "up" }, value: 1 },
  ]);
});

test("what nobody wants is passed over", () => {
  const { heads, samples } = parseExposition("# TYPE a gauge\na 1\n# TYPE b gauge\nb 2\n", (name) => name === "b");
  expect(heads.map(({ name }) => name)).toEqual(["b"]);
  expect(samples).toEqual([{ labels: { __name__: "b" }, value: 2 }]);
});

describe("a line that is no sample is refused by its number:", () => {
  test.each(["<html>", "x", "x one", 'x{a="b} 1', "x{a=b} 1", 'x{a="b" c="d"} 1', "x 1 2 3", "x 1 soon"])("%s", (line) => {
    expect(() => parseExposition(`ok 1\n${line}\n`)).toThrow("line 2 is no sample");
  });
});
