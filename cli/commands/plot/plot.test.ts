import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { queryChart } from "../../plots/query-chart.ts";
import { renderSvg } from "../../plots/render-svg.ts";

const asked: string[] = [];
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  asked.push(`${request.headers.authorization} ${pathname} ${searchParams.get("start") ?? ""} ${searchParams.get("step") ?? ""}`);
  const query = searchParams.get("query");
  const isWrong = query === "up{";
  const result =
    query === "vector(time())"
      ? [{ metric: {}, value: [1000, "1000"] }]
      : [
          {
            metric: { __name__: "up", job: "geo" },
            values: [
              [940, "0"],
              [970, "NaN"],
              [1000, "1"],
            ],
          },
        ];
  response.writeHead(isWrong ? 400 : 200).end(isWrong ? "parse error: unexpected end" : JSON.stringify({ data: { result } }));
});
let url = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

test("a query has a line for each series, over minutes before the server's own present", async () => {
  const chart = await queryChart({ url, token: "secret", query: "up", lastS: 60, stepS: 30 });
  expect(chart.lines).toEqual([
    {
      name: 'up{job="geo"}',
      points: [
        [-1, 0],
        [0, 1],
      ],
    },
  ]);
  expect(asked.slice(-1)).toEqual(["Bearer secret /api/v1/query_range 940 30"]);
});

test("a query that the server refuses is told in its own words", async () => {
  await expect(queryChart({ url, query: "up{", lastS: 60, stepS: 30 })).rejects.toThrow("parse error: unexpected end");
});

test("a chart is an SVG with its lines, its axes and its marks", async () => {
  const svg = await renderSvg({
    title: "Errors & more",
    x: "minutes",
    y: "share",
    lines: [
      {
        name: "a",
        points: [
          [0, 0],
          [1, 2],
        ],
      },
      {
        name: "b",
        points: [
          [0, 1],
          [1, 1],
        ],
        isStepped: true,
      },
    ],
    marks: [{ x: 0.5, label: "kubectl get pods" }],
  });
  expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  for (const text of ["Errors &amp; more", "minutes", "share", "kubectl get pods"]) expect(svg).toContain(text);
  expect(svg.match(/class="mark-line role-mark"/g)).toHaveLength(2);
});
