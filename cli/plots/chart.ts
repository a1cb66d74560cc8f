/** A chart of lines over one axis. */
export interface Chart {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly lines: readonly ChartLine[];
  /** Instants that are marked with a word, by their place on the x axis. */
  readonly marks?: readonly { readonly x: number; readonly label: string }[];
}

export interface ChartLine {
  readonly name: string;
  /** Places on both axes, in the order in which they are joined. */
  readonly points: readonly (readonly [x: number, y: number])[];
  /** True: each value holds until the next; missing: values are joined straight. */
  readonly isStepped?: true;
}
