import type { Mark } from "vega";
import type { PanelChart } from "./chart.ts";

/** Marks of a chart as they are drawn: a number above each line, and a list of what the numbers mean below the axis. */
export interface NumberedMarks {
  readonly values: readonly { readonly number: number; readonly at: number; readonly label: string; readonly row: number }[];
}

/** Numbers marks in their order; those whose numbers would overlap are stacked. @param pxPerUnit of the axis */
export const numberMarks = (marks: NonNullable<PanelChart["marks"]>, pxPerUnit: number): NumberedMarks => {
  /** End of the last number of each row, px. */
  const ends: number[] = [];
  const values = marks.map(({ x, label }, i) => {
    const px = x * pxPerUnit;
    const width = DIGIT_PX * `${i + 1}`.length;
    const free = ends.findIndex((end) => end <= px - width / 2);
    const row = free === -1 ? ends.length : free;
    ends[row] = px + width / 2 + GAP_PX;
    return { number: i + 1, at: x, label, row };
  });
  return { values };
};

const DIGIT_PX = 6;
const GAP_PX = 3;
const LINE_PX = 11;

/** Draws the numbers and the list, from data of the name `marks`. @param width of the chart, px */
export const numberedMarks = ({ values }: NumberedMarks, width: number): Mark[] => {
  const perColumn = Math.ceil(values.length / COLUMNS);
  const text = { fontSize: { value: 9 }, fill: { value: "#555555" } };
  return [
    {
      type: "text",
      from: { data: "marks" },
      encode: {
        enter: {
          ...text,
          x: { scale: "x", field: "at" },
          y: { signal: `-4 - ${LINE_PX} * datum.row` },
          text: { field: "number" },
          align: { value: "center" },
        },
      },
    },
    {
      type: "text",
      from: { data: "marks" },
      encode: {
        enter: {
          ...text,
          x: { signal: `${width / COLUMNS} * floor((datum.number - 1) / ${perColumn})` },
          y: { signal: `height + ${AXIS_PX} + ${LINE_PX + 1} * ((datum.number - 1) % ${perColumn})` },
          text: { signal: "datum.number + '  ' + datum.label" },
        },
      },
    },
  ];
};

const COLUMNS = 2;

/** Height of the axis with its title, px. */
const AXIS_PX = 46;
