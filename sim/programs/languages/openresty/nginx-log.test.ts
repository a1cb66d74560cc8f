import { expect, test } from "vitest";
import { OPENRESTY } from "./openresty.ts";

const AT_MS = Date.UTC(2026, 0, 6, 8, 37, 52, 206);

test("the master writes notices, and a worker errors about a connection", () => {
  expect(OPENRESTY.line("info", "start worker processes")(AT_MS)).toBe("2026/01/06 08:37:52 [notice] 1#1: start worker processes");
  expect(OPENRESTY.line("error", "[lua] read.lua:58: failure")(AT_MS)).toMatch(
    /^2026\/01\/06 08:37:52 \[error\] 7#7: \*\d+ \[lua\] read\.lua:58: failure$/,
  );
});

test("a cosocket names the host, and why it could not connect", () => {
  const target = { host: "text-service", port: 9090 };
  expect(OPENRESTY.calls.dialFailed({ kind: "refused", address: "10.96.0.9:9090" }, target)).toBe(
    "TTransportException: Could not connect to text-service:9090 (connection refused)",
  );
  expect(OPENRESTY.calls.dialFailed({ kind: "no-such-host", host: "text-service" }, target)).toContain(
    "could not be resolved (3: Host not found)",
  );
});
