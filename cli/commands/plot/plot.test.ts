import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openHost } from "#env/open/open-host.ts";
import type { Engine } from "../../engine/engine.ts";
import type { BarPanel, Chart, LinePanel } from "../../plots/chart.ts";
import { episodeChart, SYMPTOM_VIEWS } from "../../plots/episode-chart.ts";
import { queryChart } from "../../plots/query-chart.ts";
import { renderPng } from "../../plots/render-png.ts";
import { renderSvg } from "../../plots/render-svg.ts";
import { replayTrajectory } from "../../trajectories/replay-trajectory.ts";
import type { Trajectory } from "../../trajectories/trajectory.ts";

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
  expect(chart.panels).toMatchObject([
    {
      lines: [
        {
          name: 'up{job="geo"}',
          points: [
            [-1, 0],
            [0, 1],
          ],
        },
      ],
    },
  ]);
  expect(asked.slice(-1)).toEqual(["Bearer secret /api/v1/query_range 940 30"]);
});

test("a query that the server refuses is told in its own words", async () => {
  await expect(queryChart({ url, query: "up{", lastS: 60, stepS: 30 })).rejects.toThrow("parse error: unexpected end");
});

const CHART: Chart = {
  title: "Errors & more",
  x: "minutes",
  panels: [
    {
      y: "share",
      limit: 1.5,
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
    },
    {
      y: "alerts",
      bars: [
        { name: "KubePodNotReady a", from: 0, to: 0.4, isFaint: true },
        { name: "KubePodNotReady a", from: 0.4, to: 1 },
      ],
    },
  ],
  marks: [{ x: 0.5, label: "kubectl get pods" }],
};

test("a chart is an SVG with its lines and their limit, its bars, its axes and its marks", async () => {
  const svg = await renderSvg(CHART);
  expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  for (const text of ["Errors &amp; more", "minutes", "share", "limit 1.5", "KubePodNotReady a", "kubectl get pods"])
    expect(svg).toContain(text);
  expect(svg.match(/class="mark-line role-mark"/g)).toHaveLength(2);
  expect([...svg.matchAll(/fill-opacity="(0\.\d+)"/g)].map(([, opacity]) => opacity)).toEqual(["0.35", "0.9"]);
});

test("marks are numbered above the chart and listed below it, and numbers that are close together are stacked", async () => {
  const marks = [0, 0.01, 0.02, 0.5, 1].map((x, i) => ({ x, label: `action ${i}` }));
  const svg = await renderSvg({ ...CHART, marks });
  const places = [...svg.matchAll(/<text text-anchor="middle" transform="translate\(([\d.]+),(-[\d.]+)\)"[^>]*>(\d)<\/text>/g)];
  expect(places.map(([, , y, number]) => [number, y])).toEqual([
    ["1", "-4"],
    ["2", "-15"],
    ["3", "-4"],
    ["4", "-4"],
    ["5", "-4"],
  ]);
  for (const [i, { label }] of marks.entries()) expect(svg).toContain(`>${i + 1}  ${label}</text>`);
});

test("a chart is a PNG of twice the size", async () => {
  const svg = await renderSvg(CHART);
  const png = Buffer.from(renderPng(svg));
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  expect(png.readUInt32BE(16)).toBe(Math.ceil(2 * Number(/width="(\d+)"/.exec(svg)?.[1])));
});

test("a timeline shows reward, signals with their limits, alerts and actions of an episode that is played again", async () => {
  const { host } = await openHost({ variant: "standard" });
  const engine = { host, provenance: {} } as Engine;
  const action = { kind: "tool", name: "kubectl", arguments_json: '{"command":"kubectl get pods"}' } as const;
  const played = await replayTrajectory(engine, {
    trajectory_id: "plotted",
    task: { uri: "kubedrill://hotel-reservation/scale-to-zero?target=deployment/rate" },
    seed: "3",
    limits: {},
    options: { params: {}, limits: {}, views: SYMPTOM_VIEWS.map((name) => ({ name })) },
    reward_profile: { name: "", digest: "", weights: {} },
    steps: [
      { index: 0, actions: [action] },
      { index: 1, actions: [{ kind: "wait", wait_ms: 60_000 }] },
    ],
  } as unknown as Trajectory);
  const { panels, marks } = episodeChart(played, played);
  expect(panels.map(({ y }) => y)).toEqual(["reward so far", "failed requests", "slowest p95, ms", "alerts"]);
  const errors = panels[1] as LinePanel;
  expect(Math.max(...errors.lines[0]!.points.map(([, share]) => share))).toBeGreaterThan(errors.limit!);
  expect((panels[3] as BarPanel).bars).toContainEqual(expect.objectContaining({ name: "HighRequestErrorRate search", from: 0 }));
  expect(marks!.map(({ label }) => label)).toEqual(["kubectl get pods", "wait"]);
});
