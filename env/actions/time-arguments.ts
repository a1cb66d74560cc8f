import { z } from "zod";
import { parseMoment, parseSpan } from "./telemetry-time.ts";

/** Declares a duration above zero, written as text, read as ms. @param example one that fits, for who wrote none */
export const duration = (example: string) =>
  z.string().transform((text, { addIssue }) => {
    const ms = parseSpan(text);
    if (ms) return ms;
    addIssue({ code: "custom", message: `must be a duration such as ${JSON.stringify(example)}` });
    return z.NEVER;
  });

/** Declares a moment, written as text, read as a function of now: both are ms since 1970. */
export const moment = () =>
  z.string().transform((text, { addIssue }) => {
    const momentAt = (nowMs: number): number => parseMoment(text, nowMs) as number;
    if (parseMoment(text, 0) !== undefined) return momentAt;
    addIssue({ code: "custom", message: 'must be an RFC 3339 time, Unix seconds, or a time ago such as "10m"' });
    return z.NEVER;
  });
