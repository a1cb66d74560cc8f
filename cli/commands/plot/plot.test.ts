import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openHost } from "#env/open/open-host.ts";
import type { Engine } from "../../engine/engine.ts";
import type { BarPanel, Chart, ColumnPanel, LinePanel } from "../../plots/chart.ts";
import { episodeChart } from "../../plots/episode-chart.ts";
import { queryChart } from "../../plots/query-chart.ts";
import { renderPng } from "../../plots/render-png.ts";
import { renderSvg } from "../../plots/render-svg.ts";
import { replayTrajectory } from "../../trajectories/replay-trajectory.ts";
import type { Trajectory } from "../../trajectories/trajectory.ts";
import { recordedTracks } from "../../viewing/replays/recorded-tracks.ts";
import { replayWithTracks } from "../../viewing/replays/replay-with-tracks.ts";

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
      y: "step reward",
      columns: [
        [0.5, 0.3],
        [1, -0.2],
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
  const columns = [...svg.matchAll(/aria-roledescription="rect mark"|class="mark-rect role-mark column"[^>]*>(.*?)<\/g>/gs)].map(
    ([, own = ""]) => own,
  );
  expect([...columns.join("").matchAll(/ fill="(#\w+)"/g)].map(([, color]) => color)).toEqual(["#2ca02c", "#d62728"]);
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

test("a picture is in a sans font, and as wide as its longest text", async () => {
  const widthOf = async (title: string) => Number(/width="(\d+)"/.exec(await renderSvg({ ...CHART, title }))?.[1]);
  const short = await widthOf("short");
  // No wider than the chart, its legend and the name of an alert beside it.
  expect(short).toBeLessThan(720 + 250);
  expect(await widthOf("i".repeat(100))).toBe(short);
  expect(await widthOf("M".repeat(100))).toBeGreaterThan(short);
  const fonts = [...(await renderSvg(CHART)).matchAll(/font-family="([^"]*)"/g)].map(([, font]) => font);
  expect(new Set(fonts)).toEqual(new Set([expect.stringMatching(/^Helvetica, .*DejaVu Sans.*, sans-serif$/)]));
});

test("a timeline shows rewards, signals with their limits, alerts from before the start and actions of an episode that is played again", async () => {
  const { host } = await openHost({ variant: "standard" });
  const provenance = { build_digest: "b" };
  const engine = { host, provenance } as Engine;
  const action = { kind: "tool", name: "kubectl", arguments_json: '{"command":"kubectl get pods"}' } as const;
  const played = await replayTrajectory(engine, {
    trajectory_id: "plotted",
    provenance,
    task: { uri: "kubedrill://hotel-reservation/scale-to-zero?target=deployment/rate" },
    seed: "3",
    limits: {},
    options: { params: {}, limits: {}, views: [] },
    reward_profile: { name: "", digest: "", weights: {} },
    steps: [
      { index: 0, actions: [action] },
      { index: 1, actions: [{ kind: "wait", wait_ms: 60_000 }] },
    ],
  } as unknown as Trajectory);
  const { tracks } = await replayWithTracks(engine, played, () => undefined);
  const { title, subtitle, panels, marks } = episodeChart(played, tracks);
  expect([title, subtitle]).toEqual(["hotel-reservation/scale-to-zero, seed 3", expect.stringContaining("target=deployment/rate")]);
  expect(panels.map(({ y }) => y)).toEqual(["step reward", "reward so far", "failed requests", "slowest p95, ms", "alerts"]);
  expect((panels[0] as ColumnPanel).columns.map(([, reward]) => reward)).toEqual(played.steps.map(({ reward }) => reward));
  const errors = panels[2] as LinePanel;
  expect(Math.max(...errors.lines[0]!.points.map(([, share]) => share))).toBeGreaterThan(errors.limit!);
  const firing = (panels[4] as BarPanel).bars.find(({ name, isFaint }) => name === "HighRequestErrorRate search" && isFaint !== true);
  expect(firing?.from).toBeLessThan(0);
  expect(marks!.map(({ label }) => label)).toEqual(["kubectl get pods", "wait"]);
  // It goes from a minute before the first symptom until shortly after the last step but the last.
  const first = Math.min(
    ...tracks.alerts.map(({ from }) => from),
    ...errors.lines[0]!.points.flatMap(([at, share]) => (share > errors.limit! ? [at] : [])),
  );
  expect(errors.lines[0]!.points[0]![0]).toBeGreaterThanOrEqual(first - 1);
  expect(marks![1]!.x).toBeCloseTo(marks![0]!.x + 0.5);
  expect(episodeChart(played, recordedTracks(played)).panels.map(({ y }) => y)).toEqual(["step reward", "reward so far"]);
});
