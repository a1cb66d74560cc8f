import { Resvg } from "@resvg/resvg-js";

/** Renders an SVG document as a PNG at twice its size, for screens of many dots. */
export const renderPng = (svg: string): Uint8Array =>
  new Resvg(svg, { fitTo: { mode: "zoom", value: 2 }, font: { loadSystemFonts: true, defaultFontFamily: "sans-serif" } }).render().asPng();
