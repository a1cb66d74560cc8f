import type { Estimate } from "./statistics.ts";

/** Writes an estimate with its interval. */
export const renderEstimate = ({ mean, low, high }: Estimate, render: (value: number) => string): string => {
  if (Number.isNaN(mean)) return "–";
  return Number.isFinite(low) ? `${render(mean)} (${render(low)} … ${render(high)})` : render(mean);
};

/** Writes a share as whole percent. */
export const percent = (value: number): string => `${Math.round(100 * value)} %`;

/** Writes a value with three decimals. */
export const thousandths = (value: number): string => value.toFixed(3);

/** Makes a writer of differences, which always have a sign. */
export const signed =
  (render: (value: number) => string) =>
  (value: number): string =>
    `${value < 0 ? "−" : value > 0 ? "+" : ""}${render(Math.abs(value))}`;
