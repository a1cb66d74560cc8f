import { toTimestamp } from "#core/timestamp.ts";
import type { LogLine } from "../language.ts";

/** Line of Go's slog through the standard logger at any time: `2026/11/25 05:48:03 INFO listening`. */
export const slogLines =
  (level: "info" | "warn" | "error", message: string): LogLine =>
  (atMs) => {
    const text = toTimestamp(atMs);
    return `${text.slice(0, 10).replaceAll("-", "/")} ${text.slice(11, 19)} ${level.toUpperCase()} ${message}`;
  };
