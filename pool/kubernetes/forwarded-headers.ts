import type { LiveRequest } from "../live-api.ts";

/** Filters the headers of a forwarded request: no credentials, and none of the connection itself (hop-by-hop). */
export const passedHeaders = (headers: LiveRequest["headers"], isUpgrade: boolean): Record<string, string[]> => {
  const passed: Record<string, string[]> = {};
  for (const [name, values] of Object.entries(headers)) {
    if (OF_ONE_CONNECTION.has(name) || CREDENTIALS.test(name)) continue;
    const kept = name === "sec-websocket-protocol" ? withoutToken(values) : [...values];
    if (kept.length > 0) passed[name] = kept;
  }
  return isUpgrade ? { ...passed, connection: ["Upgrade"], upgrade: [...(headers["upgrade"] ?? [])] } : passed;
};

/** Filters the headers of a forwarded answer, in raw pairs. */
export const passedPairs = (raw: readonly string[]): readonly string[] =>
  raw.filter((_, i) => !OF_ONE_CONNECTION.has((raw[i - (i % 2)] as string).toLowerCase()));

/** Hop-by-hop headers (RFC 9110, 7.6.1), and those that Node generates for the next connection. */
const OF_ONE_CONNECTION: ReadonlySet<string> = new Set([
  "connection",
  "expect",
  "host",
  "keep-alive",
  "proxy-authenticate",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Headers with which the API server identifies users: tokens, impersonation, and those of a front proxy. */
const CREDENTIALS = /^(?:authorization|proxy-authorization|cookie|impersonate-.*|x-remote-.*|x-forwarded-.*|forwarded)$/;

/** Removes the bearer token that browsers send among the WebSocket protocols. */
const withoutToken = (values: readonly string[]): string[] => {
  const names = values
    .flatMap((value) => value.split(","))
    .map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("base64url.bearer.authorization.k8s.io."));
  return names.length === 0 ? [] : [names.join(", ")];
};
