import type { LiveRequest } from "../live-api.ts";

/** The headers of a request that may go on to the API server: none that say who somebody is, none that belong to one connection alone. */
export const passedHeaders = (headers: LiveRequest["headers"], isUpgrade: boolean): Record<string, string[]> => {
  const passed: Record<string, string[]> = {};
  for (const [name, values] of Object.entries(headers)) {
    if (OF_ONE_CONNECTION.has(name) || CREDENTIALS.test(name)) continue;
    const kept = name === "sec-websocket-protocol" ? withoutToken(values) : [...values];
    if (kept.length > 0) passed[name] = kept;
  }
  return isUpgrade ? { ...passed, connection: ["Upgrade"], upgrade: [...(headers["upgrade"] ?? [])] } : passed;
};

/** The same of an answer, in pairs as they came. */
export const passedPairs = (raw: readonly string[]): readonly string[] =>
  raw.filter((_, i) => !OF_ONE_CONNECTION.has((raw[i - (i % 2)] as string).toLowerCase()));

/** RFC 9110, 7.6.1, and what Node makes anew for the next connection. */
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

/** What the API server takes an identity from: tokens, impersonation, and the headers of a proxy in front of it. */
const CREDENTIALS = /^(?:authorization|proxy-authorization|cookie|impersonate-.*|x-remote-.*|x-forwarded-.*|forwarded)$/;

/** A browser hides its token among the protocols of a WebSocket. */
const withoutToken = (values: readonly string[]): string[] => {
  const names = values
    .flatMap((value) => value.split(","))
    .map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("base64url.bearer.authorization.k8s.io."));
  return names.length === 0 ? [] : [names.join(", ")];
};
