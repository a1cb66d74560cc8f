import { toMicroTimestamp } from "#core/timestamp.ts";
import { httpWords } from "../http-words.ts";
import type { Language } from "../language.ts";

/** Programs in PHP: lines of Monolog, and the client of Guzzle. */
export const PHP: Language = {
  line: (level, message) => (atMs) => `[${toMicroTimestamp(atMs).replace("Z", "+00:00")}] app.${LEVELS[level]}: ${message} [] []`,
  panic: (text) => [
    `PHP Fatal error:  Uncaught RuntimeException: ${text} in /var/www/public/index.php:31`,
    "Stack trace:",
    "#0 {main}",
    "  thrown in /var/www/public/index.php on line 31",
  ],
  panicExitCode: 255,
  notFound: "404 Not Found\n",
  calls: httpWords({
    refused: (_, { host, port }) => `cURL error 7: Failed to connect to ${host} port ${port} after 1 ms: Couldn't connect to server`,
    dropped: (_, { host, port }) => `cURL error 28: Failed to connect to ${host} port ${port}: Timeout was reached`,
    unknown: (host) => `cURL error 6: Could not resolve host: ${host}`,
    wrong: () => "cURL error 52: Empty reply from server",
    timeoutMs: 30_000,
    deadline: "cURL error 28: Operation timed out",
    cutOff: "cURL error 52: Empty reply from server",
    noAddress: "cURL error 3: URL rejected: No host part in the URL",
    answered: (text) => `Server error: resulted in a \`500 Internal Server Error\` response: ${text}`,
  }),
};

const LEVELS = { info: "INFO", warn: "WARNING", error: "ERROR" } as const;
