/** A chart that can be drawn. */
export type Chart = PanelChart | IntervalChart;

/** A chart of panels above each other, over one axis. */
export interface PanelChart {
  readonly title: string;
  /** Second line of the title, smaller. */
  readonly subtitle?: string;
  readonly x: string;
  readonly panels: readonly Panel[];
  /** Instants that are marked with a word through all panels, by their place on the x axis. */
  readonly marks?: readonly { readonly x: number; readonly label: string }[];
}

/** Lines over the values of one quantity, columns of another, or bars in a row for each name. */
export type Panel = LinePanel | ColumnPanel | BarPanel;

export interface LinePanel {
  readonly y: string;
  readonly lines: readonly ChartLine[];
  /** Value beyond which it is too much, drawn across; missing: there is none. */
  readonly limit?: number;
}

/** Columns from 0 up or down, in another colour each. */
export interface ColumnPanel {
  readonly y: string;
  readonly columns: readonly (readonly [x: number, y: number])[];
}

export interface BarPanel {
  readonly y: string;
  readonly bars: readonly ChartBar[];
}

export interface ChartLine {
  readonly name: string;
  /** Places on both axes, in the order in which they are joined. */
  readonly points: readonly (readonly [x: number, y: number])[];
  /** True: each value holds until the next; missing: values are joined straight. */
  readonly isStepped?: true;
}

/** A span of the x axis in the row of its name. */
export interface ChartBar {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** True: drawn pale. */
  readonly isFaint?: true;
}

/** A chart of estimates with their intervals, a row for each name; names that several series have share theirs. */
export interface IntervalChart {
  readonly title: string;
  readonly x: string;
  /** Ends of the axis. */
  readonly domain: readonly [low: number, high: number];
  readonly intervals: readonly ChartInterval[];
}

export interface ChartInterval {
  readonly name: string;
  readonly series: string;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}
