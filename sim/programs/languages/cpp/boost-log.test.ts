import { expect, test } from "vitest";
import { CPP } from "./cpp.ts";

const AT_MS = Date.UTC(2026, 0, 6, 8, 37, 52, 206);
const HOST = { host: "user-service", port: 9090 };

test("a line has the time with microseconds, the level, and the place in the source", () => {
  expect(CPP.line("warn", "(UserHandler.h:12:Login) slow")(AT_MS)).toBe(
    "[2026-Jan-06 08:37:52.206000] <warning>: (UserHandler.h:12:Login) slow",
  );
});

test("a refused connection is written by Thrift and by the pool of clients, and is passed up by the service's name", () => {
  const error = CPP.calls.dialFailed({ kind: "refused", address: "10.96.0.9:9090" }, HOST);
  expect(CPP.failed?.(`(ComposePostHandler.h:147:_ComposeCreaterHelper) Failed: ${error}`).map((line) => line(AT_MS))).toEqual([
    "Thrift: Tue Jan  6 08:37:52 2026 TSocket::open() connect() <Host: user-service Port: 9090>: Connection refused",
    "[2026-Jan-06 08:37:52.206000] <error>: (ClientPool.h:84:Pop) Failed to connect user-service-client",
  ]);
  expect(CPP.calls.passUp(error)).toBe("Failed to connect to user-service");
});

test("a name that does not resolve has the resolver's words, and what is lost on the way times out", () => {
  expect(CPP.calls.dialFailed({ kind: "no-such-host", host: "user-service" }, HOST)).toBe(
    "TSocket::open() getaddrinfo() <Host: user-service Port: 9090>Name or service not known",
  );
  const lost = CPP.calls.dialFailed({ kind: "dropped", address: "10.96.0.9:9090" }, HOST);
  expect(CPP.failed?.(`(TextHandler.h:82:ComposeText) Failed: ${lost}`).map((line) => line(AT_MS))).toEqual([
    "[2026-Jan-06 08:37:52.206000] <error>: (TextHandler.h:82:ComposeText) Failed: THRIFT_EAGAIN (timed out)",
  ]);
});
