import { toTimestamp } from "#core/timestamp.ts";
import type { LogLine } from "../language.ts";

/** Line of nginx's error log at any time: of its master at the start, of a worker about a connection. */
export const nginxLines =
  (level: keyof typeof LEVELS, message: string): LogLine =>
  (atMs) => {
    const text = toTimestamp(atMs);
    const place = level === "info" ? "1#1:" : `7#7: *${Math.floor(atMs / 10) % 10_000_000}`;
    return `${text.slice(0, 10).replaceAll("-", "/")} ${text.slice(11, 19)} [${LEVELS[level]}] ${place} ${message}`;
  };

const LEVELS = { info: "notice", warn: "warn", error: "error" } as const;
