import { toMicroTimestamp } from "#core/timestamp.ts";

/** A line as a consul agent writes it. */
export const consulLine = (atMs: number, level: "INFO" | "WARN" | "ERROR", part: string, message: string): string =>
  `${toMicroTimestamp(atMs).replace("000Z", "Z")} [${level}]${level.length === 4 ? " " : ""} ${part}: ${message}`;
