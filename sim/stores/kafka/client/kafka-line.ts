import { toMicroTimestamp } from "#core/timestamp.ts";

/** A line as log4j writes it: `[2026-01-05 08:01:02,735] INFO text`. */
export const kafkaLine = (atMs: number, level: string, text: string): string =>
  `[${toMicroTimestamp(atMs).replace("T", " ").replace(".", ",").slice(0, 23)}] ${level} ${text}`;
