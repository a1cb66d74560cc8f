import * as vega from "vega";
import { type GroupMark, type Mark, parse, type Spec, View } from "vega";
import type { BarPanel, Chart, ColumnPanel, IntervalChart, LinePanel, Panel, PanelChart } from "./chart.ts";
import { numberedMarks, numberMarks } from "./numbered-marks.ts";
import { textWidth } from "./text-width.ts";

/** Draws a chart as an SVG document, no larger than what is on it, and in a sans font that the reader has. */
export const renderSvg = async (chart: Chart): Promise<string> => {
  const view = new View(parse("panels" in chart ? panelSpec(chart) : intervalSpec(chart)), { renderer: "none" });
  const svg = await view.toSVG();
  view.finalize();
  return `${svg.replaceAll('font-family="sans-serif"', `font-family="${FONTS}"`)}\n`;
};

/** A viewer takes the first that it has: not all know which one `sans-serif` is. */
const FONTS = "Helvetica, Arial, Liberation Sans, DejaVu Sans, Noto Sans, sans-serif";

// Where there is no canvas, Vega takes every letter for as wide as a wide one, so that half of a picture is empty; its types leave this out.
const { textMetrics } = vega as unknown as { readonly textMetrics: { width: (item: TextItem, text?: unknown) => number } };
textMetrics.width = ({ fontSize = 11, fontWeight = "" }, text) => textWidth(`${text ?? ""}`.trim(), fontSize, /bold/.test(`${fontWeight}`));

interface TextItem {
  readonly fontSize?: number;
  readonly fontWeight?: string | number;
}

const panelSpec = ({ title, subtitle, x, panels, marks = [] }: PanelChart): Spec => {
  const heights = panels.map(heightOf);
  const tops = heights.map((_, i) => heights.slice(0, i).reduce((sum, height) => sum + height + GAP, 0));
  const [from, to] = extentOf(panels, marks);
  const numbered = numberMarks(marks, WIDTH / (to - from || 1));
  return {
    ...frame(title, subtitle),
    height: (tops.at(-1) ?? 0) + (heights.at(-1) ?? 0),
    data: [{ name: "marks", values: [...numbered.values] }],
    scales: [{ name: "x", type: "linear", domain: [from, to], range: "width", zero: false }],
    axes: [{ orient: "bottom", scale: "x", title: x, labelOverlap: true }],
    marks: [
      ...MARK_RULES,
      ...panels.map((panel, i) => {
        const place = { top: tops[i] ?? 0, height: heights[i] ?? 0, index: i };
        if ("columns" in panel) return columnGroup(panel, place);
        return "bars" in panel ? barGroup(panel, place) : lineGroup(panel, place);
      }),
      ...numberedMarks(numbered, WIDTH),
    ],
  };
};

const frame = (title: string, subtitle?: string): Spec => ({
  width: WIDTH,
  padding: 8,
  background: "white",
  title: {
    text: title,
    anchor: "start",
    fontSize: 13,
    offset: 6,
    ...(subtitle !== undefined && { subtitle, subtitleFontSize: 10, subtitleColor: "#555555" }),
  },
});

const WIDTH = 720;
const GAP = 28;
const ROW_HEIGHT = 13;
const COLUMNS_HEIGHT = 60;

const heightOf = (panel: Panel, _: number, { length }: readonly Panel[]): number => {
  if ("bars" in panel) return ROW_HEIGHT * new Set(panel.bars.map(({ name }) => name)).size;
  if ("columns" in panel) return COLUMNS_HEIGHT;
  return length === 1 ? 260 : 120;
};

const extentOf = (panels: readonly Panel[], marks: NonNullable<PanelChart["marks"]>): readonly [number, number] => {
  const places = [...panels.flatMap(placesOf), ...marks.map(({ x }) => x)];
  return places.reduce<readonly [number, number]>(
    ([least, most], place) => [Math.min(least, place), Math.max(most, place)],
    [places[0] ?? 0, places[0] ?? 1],
  );
};

const placesOf = (panel: Panel): readonly number[] => {
  if ("bars" in panel) return panel.bars.flatMap(({ from, to }) => [from, to]);
  return ("columns" in panel ? [panel.columns] : panel.lines.map(({ points }) => points)).flatMap((points) => points.map(([at]) => at));
};

/** Place of a panel, px, and its number. */
interface Place {
  readonly top: number;
  readonly height: number;
  readonly index: number;
}

const groupAt = ({ top, height }: Place, group: Omit<GroupMark, "type" | "encode">): GroupMark => ({
  type: "group",
  encode: { enter: { y: { value: top }, width: { value: WIDTH }, height: { value: height } } },
  ...group,
});

const lineGroup = ({ y, lines, limit }: LinePanel, place: Place): GroupMark => {
  const points = `points${place.index}`;
  const values = lines.flatMap(({ name, points: own, isStepped = false }) =>
    own.map(([at, value], order) => ({ name, at, value, order, shape: isStepped ? "step-after" : "linear" })),
  );
  const reaches = Math.max(0, ...values.map(({ value }) => value), ...(limit === undefined ? [] : [limit]));
  const least = Math.min(0, ...values.map(({ value }) => value));
  return groupAt(place, {
    data: [{ name: points, values }],
    scales: [
      { name: "y", type: "linear", domain: [least, reaches || 1], range: [place.height, 0], zero: true, nice: true },
      { name: "color", type: "ordinal", domain: { data: points, field: "name" }, range: { scheme: "tableau10" } },
    ],
    axes: [{ orient: "left", scale: "y", title: y, grid: true, gridOpacity: 0.4, tickCount: place.height / 30 }],
    ...(lines.length > 1 && { legends: [{ stroke: "color", symbolType: "stroke", orient: "right", labelLimit: 240 }] }),
    marks: [
      {
        type: "group",
        from: { facet: { name: "line", data: points, groupby: "name" } },
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
      ...(limit === undefined ? [] : limitRule(limit)),
    ],
  });
};

const limitRule = (limit: number): Mark[] => [
  {
    type: "rule",
    name: "limit",
    encode: {
      enter: {
        x: { value: 0 },
        x2: { value: WIDTH },
        y: { scale: "y", value: limit },
        stroke: { value: "#d62728" },
        strokeDash: { value: [6, 3] },
      },
    },
  },
  {
    type: "text",
    encode: {
      enter: {
        x: { value: WIDTH },
        y: { scale: "y", value: limit, offset: -3 },
        text: { value: `limit ${limit}` },
        align: { value: "right" },
        fontSize: { value: 9 },
        fill: { value: "#d62728" },
      },
    },
  },
];

const columnGroup = ({ y, columns }: ColumnPanel, place: Place): GroupMark => {
  const data = `columns${place.index}`;
  const values = columns.map(([at, value]) => ({ at, value, color: value < 0 ? "#d62728" : "#2ca02c" }));
  const [least, most] = [Math.min(0, ...columns.map(([, value]) => value)), Math.max(0, ...columns.map(([, value]) => value))];
  return groupAt(place, {
    data: [{ name: data, values }],
    scales: [{ name: "y", type: "linear", domain: [least, most === least ? 1 : most], range: [place.height, 0], zero: true, nice: true }],
    axes: [{ orient: "left", scale: "y", title: y, grid: true, gridOpacity: 0.4, tickCount: place.height / 30 }],
    marks: [
      {
        type: "rect",
        name: "column",
        from: { data },
        encode: {
          enter: {
            xc: { scale: "x", field: "at" },
            width: { value: COLUMN_WIDTH },
            y: { scale: "y", field: "value" },
            y2: { scale: "y", value: 0 },
            fill: { field: "color" },
          },
        },
      },
    ],
  });
};

const COLUMN_WIDTH = 4;

const barGroup = ({ y, bars }: BarPanel, place: Place): GroupMark => {
  const data = `bars${place.index}`;
  return groupAt(place, {
    data: [{ name: data, values: bars.map(({ isFaint = false, ...bar }) => ({ ...bar, opacity: isFaint ? 0.35 : 0.9 })) }],
    scales: [{ name: "y", type: "band", domain: { data, field: "name" }, range: [0, place.height], padding: 0.2 }],
    axes: [
      {
        orient: "right",
        scale: "y",
        title: y,
        titleAngle: 0,
        titleAlign: "left",
        titleBaseline: "bottom",
        titleX: 3,
        titleY: -4,
        domain: false,
        ticks: false,
        labelLimit: 300,
      },
    ],
    marks: [
      {
        type: "rect",
        name: "bar",
        from: { data },
        encode: {
          enter: {
            x: { scale: "x", field: "from" },
            x2: { scale: "x", field: "to" },
            y: { scale: "y", field: "name" },
            height: { scale: "y", band: 1 },
            fill: { value: "#d62728" },
            fillOpacity: { field: "opacity" },
          },
        },
      },
    ],
  });
};

const MARK_RULES: Mark[] = [
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
];

/** Height of one interval, pixels. */
const ROW_PX = 14;

const intervalSpec = ({ title, x, domain, intervals }: IntervalChart): Spec => {
  const names = [...new Set(intervals.map(({ name }) => name))];
  const series = [...new Set(intervals.map((one) => one.series))];
  const place = { y: { scale: "row", field: "name", offset: { scale: "place", field: "series", band: 0.5 } } };
  return {
    ...frame(title),
    height: ROW_PX * names.length * (series.length + 0.5),
    data: [{ name: "intervals", values: [...intervals] }],
    scales: [
      { name: "x", type: "linear", domain: [...domain], range: "width", clamp: true },
      { name: "row", type: "band", domain: names, range: "height", padding: 0.2 },
      { name: "place", type: "band", domain: series, range: [0, { signal: "bandwidth('row')" }] },
      { name: "color", type: "ordinal", domain: series, range: { scheme: "tableau10" } },
    ],
    axes: [
      { orient: "bottom", scale: "x", title: x, grid: true, gridOpacity: 0.4 },
      { orient: "left", scale: "row", labelLimit: 260 },
    ],
    ...(series.length > 1 && { legends: [{ fill: "color", symbolType: "circle", orient: "right", labelLimit: 240 }] }),
    marks: [
      {
        type: "rule",
        from: { data: "intervals" },
        encode: {
          enter: {
            ...place,
            x: { scale: "x", field: "low" },
            x2: { scale: "x", field: "high" },
            stroke: { scale: "color", field: "series" },
          },
        },
      },
      {
        type: "symbol",
        from: { data: "intervals" },
        encode: { enter: { ...place, x: { scale: "x", field: "mean" }, fill: { scale: "color", field: "series" }, size: { value: 40 } } },
      },
    ],
  };
};
