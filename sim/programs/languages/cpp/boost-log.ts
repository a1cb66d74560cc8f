import { toTimestamp } from "#core/timestamp.ts";
import type { LogLine } from "../language.ts";
import { hostOfSocketError } from "./thrift-client.ts";

/** Line of Boost.Log at any time; its message begins with the place in the source. */
export const boostLines =
  (level: keyof typeof LEVELS, message: string): LogLine =>
  (atMs) =>
    `[${boostTime(atMs)}] <${LEVELS[level]}>: ${message}`;

const LEVELS = { info: "info", warn: "warning", error: "error" } as const;

/** Lines about a failed call. One that did not connect is written by Thrift itself, and by the pool of clients. */
export const failedCallLines = (message: string): readonly LogLine[] => {
  const host = hostOfSocketError(message);
  if (host === undefined) return [boostLines("error", message)];
  const socket = message.slice(message.indexOf("TSocket::open()"));
  return [
    (atMs) => `Thrift: ${cTime(atMs)} ${socket}`,
    boostLines("error", `(ClientPool.h:84:Pop) Failed to connect ${host.split(".")[0]}-client`),
  ];
};

/** Last words of a program that an uncaught exception aborts. */
export const cppPanic = (what: string): readonly string[] => [
  "terminate called after throwing an instance of 'std::runtime_error'",
  `  what():  ${what}`,
];

/** `2026-Nov-25 05:48:03.123000`. */
const boostTime = (atMs: number): string => {
  const text = toTimestamp(atMs);
  return `${text.slice(0, 4)}-${monthOf(text)}-${text.slice(8, 10)} ${text.slice(11, 19)}.${`${Math.floor(atMs) % 1000}`.padStart(3, "0")}000`;
};

/** `Wed Nov 25 05:48:03 2026`. */
const cTime = (atMs: number): string => {
  const text = toTimestamp(atMs);
  const day = DAYS[(Math.floor(atMs / 86_400_000) + 4) % 7];
  return `${day} ${monthOf(text)} ${text.slice(8, 10).replace(/^0/, " ")} ${text.slice(11, 19)} ${text.slice(0, 4)}`;
};

const monthOf = (timestamp: string): string => MONTHS[Number(timestamp.slice(5, 7)) - 1] as string;

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
