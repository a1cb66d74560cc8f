import { toMicroTimestamp } from "#core/timestamp.ts";

/** A line as the server writes it: `1:M 02 Jan 2026 15:04:05.123 * text`. */
export const redisLine = (atMs: number, pid: number, role: "C" | "M", level: "*" | "#", text: string): string =>
  `${pid}:${role} ${redisTime(atMs)} ${level} ${text}`;

const redisTime = (atMs: number): string => {
  const [date = "", clock = ""] = toMicroTimestamp(atMs).split("T");
  const [year, month, day] = date.split("-");
  return `${day} ${MONTHS[Number(month) - 1]} ${year} ${clock.slice(0, 12)}`;
};

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
