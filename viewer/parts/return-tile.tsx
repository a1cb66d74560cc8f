import type { JSX } from "preact";
import { returnText } from "./numbers.ts";

/** Style that colours an element by a return: grey at 0, one colour up to 1 and another down to −1. */
export const returnStyle = (value: number | undefined): Record<string, string> => ({
  "--share": `${Math.round(Math.min(1, Math.abs(value ?? 0)) * 100)}%`,
});

/** Class that goes with the style. */
export const returnClass = (value: number | undefined): string => (value === undefined ? "void" : value < 0 ? "loss" : "gain");

/** A return as a coloured number. */
export const ReturnTile = ({ value }: { readonly value: number | undefined }): JSX.Element => (
  <span class={`tile ${returnClass(value)}`} style={returnStyle(value)}>
    {returnText(value)}
  </span>
);
