import { toTimestamp } from "#core/timestamp.ts";
import { httpWords } from "../http-words.ts";
import type { Language, LogLine } from "../language.ts";
import { nginxLines } from "../openresty/nginx-log.ts";
import { OPENRESTY } from "../openresty/openresty.ts";

/** nginx as it comes: it serves files, and passes requests on to an upstream. */
export const NGINX: Language = {
  line: nginxLines,
  failed: (message) => (message.startsWith("{") ? [accessLine(message)] : [nginxLines("error", message)]),
  panic: (text) => [`nginx: [emerg] ${text}`],
  panicExitCode: 1,
  notFound: OPENRESTY.notFound.replace("openresty", "nginx/1.29.0"),
  httpStatus: (cause) => STATUSES[cause] ?? 500,
  waitsWithoutWorker: true,
  calls: httpWords({
    refused: (address) => `connect() failed (111: Connection refused) while connecting to upstream, upstream: "http://${address}/"`,
    dropped: (address) => `upstream timed out (110: Connection timed out) while connecting to upstream, upstream: "http://${address}/"`,
    unknown: (host, why) => `${host} could not be resolved (${why === "unknown" ? "3: Host not found" : "110: Operation timed out"})`,
    wrong: ({ host, port }) =>
      `upstream prematurely closed connection while reading response header from upstream, upstream: "http://${host}:${port}/"`,
    timeoutMs: 60_000,
    deadline: "upstream timed out (110: Connection timed out) while reading response header from upstream",
    cutOff: "upstream prematurely closed connection while reading response header from upstream",
    noAddress: "no host in upstream",
    answered: (text) => text,
  }),
};

const STATUSES: Readonly<Record<string, number>> = { refused: 502, "no-such-host": 502, "no-addresses": 502, reset: 502, "timed-out": 504 };

/** Line of the access log about a request to which the upstream answered with an error. */
const accessLine = (message: string): LogLine => {
  const request = /request: ("[^"]*")/.exec(message)?.[1] ?? '"-"';
  const bytes = message.lastIndexOf("}, client:") + 1;
  return (atMs) => `10.244.0.1 - - [${toClf(atMs)}] ${request} 500 ${bytes} "-" "python-requests/2.32.4" "-"`;
};

/** `26/Nov/2026:01:10:42 +0000`. */
const toClf = (atMs: number): string => {
  const [, year = "", month = "", day = "", time = ""] = /^(\d+)-(\d+)-(\d+)T([\d:]{8})/.exec(toTimestamp(atMs)) ?? [];
  return `${day}/${MONTHS[Number(month) - 1]}/${year}:${time} +0000`;
};

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
