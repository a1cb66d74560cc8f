import { toMicroTimestamp } from "#core/timestamp.ts";

/** A line as the server writes it: `2026-01-05 08:01:02.735 UTC [1] LOG:  text`. */
export const postgresLine = (atMs: number, pid: number, severity: string, text: string): string =>
  `${postgresTime(atMs)} UTC [${pid}] ${severity}:  ${text}`;

/** A time as the server's log has it. */
export const postgresTime = (atMs: number): string => toMicroTimestamp(atMs).replace("T", " ").slice(0, 23);
