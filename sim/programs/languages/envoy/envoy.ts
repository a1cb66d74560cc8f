import { toMicroTimestamp } from "#core/timestamp.ts";
import { httpWords } from "../http-words.ts";
import type { Language, LogLine } from "../language.ts";

const RESET = "upstream connect error or disconnect/reset before headers. reset reason:";
const NO_HOST = "no healthy upstream";

/** Time for which a route waits for its upstream unless it says otherwise, ms. */
const ROUTE_TIMEOUT_MS = 15_000;

/**
 * Envoy as a front proxy: its own log, an access log of what failed, and the answers that it gives in place of an upstream.
 *
 * @see https://www.envoyproxy.io/docs/envoy/latest/configuration/observability/access_log/usage
 */
export const ENVOY: Language = {
  line: (level, message) => (atMs) => `[${spaced(atMs)}][1][${LEVELS[level]}][main] ${message}`,
  failed: (message) => [accessLine(message)],
  panic: (text) => [`error initializing configuration '/etc/envoy/envoy.yaml': ${text}`],
  panicExitCode: 1,
  notFound: "",
  httpStatus: (cause) => (UNREACHED.has(cause) ? 503 : cause === "timed-out" ? 504 : 500),
  waitsWithoutWorker: true,
  calls: httpWords({
    refused: () => `${RESET} remote connection failure, transport failure reason: delayed connect error: 111`,
    dropped: () => `${RESET} connection timeout`,
    unknown: () => NO_HOST,
    wrong: () => `${RESET} protocol error`,
    timeoutMs: ROUTE_TIMEOUT_MS,
    deadline: "upstream request timeout",
    cutOff: `${RESET} connection termination`,
    noAddress: NO_HOST,
    answered: (text) => text,
  }),
};

const LEVELS = { info: "info", warn: "warning", error: "error" } as const;

const UNREACHED: ReadonlySet<string> = new Set(["refused", "no-such-host", "no-addresses", "reset"]);

/** Line of the access log about `"GET /cart HTTP/1.1" {error}`. */
const accessLine = (message: string): LogLine => {
  const [, request = "", error = ""] = /^("[^"]*") ([\s\S]*)$/.exec(message) ?? [];
  const { status, flags, details, waitMs } = OUTCOMES.find(({ text }) => error.startsWith(text)) ?? PASSED_ON;
  const why = flags === "UF" ? `${details}{${error.slice(RESET.length + 1).replaceAll(" ", "_")}}` : details;
  return (atMs) =>
    `[${toMicroTimestamp(atMs).slice(0, 23)}Z] ${request} ${status} ${flags} ${why} - "-" 0 ${error.length} ${waitMs + (Math.floor(atMs) % 7)} - "-" "python-requests/2.32.4" "-" "-" "-"`;
};

/** Flags of responses that Envoy makes itself, by the beginning of their body. */
const OUTCOMES = [
  {
    text: `${RESET} connection termination`,
    status: 503,
    flags: "UC",
    details: "upstream_reset_before_response_started{connection_termination}",
    waitMs: 0,
  },
  { text: RESET, status: 503, flags: "UF", details: "upstream_reset_before_response_started", waitMs: 0 },
  { text: NO_HOST, status: 503, flags: "UH", details: "no_healthy_upstream", waitMs: 0 },
  { text: "upstream request timeout", status: 504, flags: "UT", details: "response_timeout", waitMs: ROUTE_TIMEOUT_MS },
] as const;

const PASSED_ON = { status: 500, flags: "-", details: "via_upstream", waitMs: 0 } as const;

/** `2026-11-25 05:48:03.123`. */
const spaced = (atMs: number): string => toMicroTimestamp(atMs).slice(0, 23).replace("T", " ");
