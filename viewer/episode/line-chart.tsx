import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import { shortNumber } from "../parts/numbers.ts";
import type { Line, LineTrack } from "./track-lines.ts";

interface LineChartProps {
  readonly track: LineTrack;
  readonly domain: readonly [number, number];
  /** Width of the plot and its axis, px. */
  readonly width: number;
  readonly height: number;
}

/** Width of the axis at the left of a plot, px. */
export const AXIS_PX = 40;

/** Lines over minutes; the place of a moment is drawn over it by who knows it. */
export const LineChart = ({ track, domain, width, height }: LineChartProps): JSX.Element => {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place.current === null || width <= AXIS_PX) return;
    const chart = new uPlot(optionsOf(track, domain, width, height), dataOf(track, domain), place.current);
    return () => chart.destroy();
  }, [track, domain[0], domain[1], width, height]);
  return <div ref={place} style={{ height: `${height}px` }} />;
};

/** Colour of the i-th line, as the style sheet has it. */
export const lineColour = (i: number): string => `--line-${i % 8}`;

/** Reads a colour of the style sheet as the present theme has it, since a canvas knows no names. */
const colourOf = (name: string): string => {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = `var(${name})`;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
};

const optionsOf = (
  { lines, limit, format }: LineTrack,
  domain: readonly [number, number],
  width: number,
  height: number,
): uPlot.Options => ({
  width,
  height,
  padding: [5, 0, 3, 0],
  cursor: { show: false },
  legend: { show: false },
  scales: { x: { time: false, range: [domain[0], domain[1]] } },
  axes: [
    { show: false },
    {
      size: AXIS_PX,
      gap: 4,
      font: "10px system-ui, sans-serif",
      stroke: colourOf("--quiet"),
      grid: { stroke: colourOf("--grid"), width: 1 },
      ticks: { show: false },
      space: 22,
      ...(format === "count" && { incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] }),
      values: (_, splits) => splits.map(shortNumber),
    },
  ],
  series: [
    {},
    ...lines.map(({ isStepped = false }, i) => ({
      stroke: colourOf(lineColour(i)),
      width: i === 0 && lines.length > 2 ? 2 : 1.25,
      points: { show: false },
      ...(isStepped && { paths: uPlot.paths.stepped!({ align: 1 }) }),
    })),
    ...(limit === undefined ? [] : [{ stroke: colourOf("--bad"), width: 1, dash: [5, 4], points: { show: false } }]),
  ],
});

const dataOf = ({ lines, limit }: LineTrack, domain: readonly [number, number]): uPlot.AlignedData =>
  uPlot.join(
    [...lines.map(toTable), ...(limit === undefined ? [] : [[[...domain], [limit, limit]] as uPlot.AlignedData])],
    joinModes(lines, limit),
  );

const toTable = ({ points }: Line): uPlot.AlignedData => {
  // Of several values at one time the last holds.
  const last = new Map(points.map(([at, value]) => [at, value]));
  return [[...last.keys()], [...last.values()]];
};

/** Points that another line has do not part this one. */
const joinModes = (lines: readonly Line[], limit: number | undefined): uPlot.JoinNullMode[][] =>
  [...lines, ...(limit === undefined ? [] : [limit])].map(() => [0, 0]);
