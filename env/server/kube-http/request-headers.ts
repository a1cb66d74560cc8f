import type { IncomingMessage } from "node:http";

/** Selects the headers of a request that are meant for the API server. */
export const requestHeaders = ({ headers }: IncomingMessage): Readonly<Record<string, string>> => {
  const given: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined && !OWN.has(name)) given[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return given;
};

/** Headers that are meant for the endpoint. */
const OWN: ReadonlySet<string> = new Set(["authorization", "connection", "content-length", "host", "keep-alive", "transfer-encoding"]);
