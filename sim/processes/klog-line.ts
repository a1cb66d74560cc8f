import { toMicroTimestamp } from "#core/timestamp.ts";

/** A line as klog writes it: `I1126 04:17:39.123456       1 server.go:10] text`. */
export const klogLine = (atMs: number, level: "I" | "W" | "E", source: string, text: string): string => {
  const at = toMicroTimestamp(atMs);
  return `${level}${at.slice(5, 7)}${at.slice(8, 10)} ${at.slice(11, 26)}       1 ${source}] ${text}`;
};
