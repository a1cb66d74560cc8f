import { parse, type Spec, View } from "vega";
import type { Chart } from "./chart.ts";

/** Draws a chart as an SVG document. */
export const renderSvg = async (chart: Chart): Promise<string> => {
  const view = new View(parse(toSpec(chart)), { renderer: "none" });
  const svg = await view.toSVG();
  view.finalize();
  return `${svg}\n`;
};

const toSpec = ({ title, x, y, lines, marks = [] }: Chart): Spec => ({
  width: 640,
  height: 260,
  padding: 8,
  background: "white",
  title: { text: title, anchor: "start", fontSize: 13 },
  data: [
    {
      name: "points",
      values: lines.flatMap(({ name, points, isStepped = false }) =>
        points.map(([at, value], order) => ({ name, at, value, order, shape: isStepped ? "step-after" : "linear" })),
      ),
    },
    { name: "marks", values: marks.map(({ x: at, label }, i) => ({ at, label, row: i % 4 })) },
  ],
  scales: [
    {
      name: "x",
      type: "linear",
      domain: {
        fields: [
          { data: "points", field: "at" },
          { data: "marks", field: "at" },
        ],
      },
      range: "width",
      zero: false,
    },
    { name: "y", type: "linear", domain: { data: "points", field: "value" }, range: "height", zero: true, nice: true },
    { name: "color", type: "ordinal", domain: { data: "points", field: "name" }, range: { scheme: "tableau10" } },
  ],
  axes: [
    { orient: "bottom", scale: "x", title: x, labelOverlap: true },
    { orient: "left", scale: "y", title: y, grid: true, gridOpacity: 0.4 },
  ],
  ...(lines.length > 1 && { legends: [{ stroke: "color", symbolType: "stroke", orient: "right", labelLimit: 240 }] }),
  marks: [
    {
      type: "rule",
      from: { data: "marks" },
      encode: {
        enter: {
          x: { scale: "x", field: "at" },
          y: { value: 0 },
          y2: { signal: "height" },
          stroke: { value: "#bbbbbb" },
          strokeDash: { value: [3, 3] },
        },
      },
    },
    {
      type: "text",
      from: { data: "marks" },
      encode: {
        enter: {
          x: { scale: "x", field: "at", offset: 3 },
          y: { signal: "10 + 11 * datum.row" },
          text: { field: "label" },
          limit: { value: 180 },
          fontSize: { value: 9 },
          fill: { value: "#555555" },
        },
      },
    },
    {
      type: "group",
      from: { facet: { name: "line", data: "points", groupby: "name" } },
      marks: [
        {
          type: "line",
          from: { data: "line" },
          sort: { field: "datum.order" },
          encode: {
            enter: {
              x: { scale: "x", field: "at" },
              y: { scale: "y", field: "value" },
              stroke: { scale: "color", field: "name" },
              strokeWidth: { value: 1.6 },
              interpolate: { field: "shape" },
            },
          },
        },
      ],
    },
  ],
});
