import { expect, test } from "vitest";
import type { ProbeRequest } from "#kube/ports/probe.ts";
import { fullName, readProbe } from "./node-probe.ts";

const CONNECT: ProbeRequest = { from: { namespace: "shop" }, host: "web", port: 80 };
const GET: ProbeRequest = { ...CONNECT, http: { method: "GET", path: "/" } };

const read = (request: ProbeRequest, exitCode: number | undefined, stdout = "", stderr = "") =>
  readProbe(request, { exitCode, stdout, stderr }, 7);

/** Renders the error that bash prints for a connection that fails. */
const bash = (reason: string): string => `call: line 1: ${reason}\ncall: line 1: /dev/tcp/web/80: Invalid argument\n`;

test("a connection that is taken, refused, lost or never answered", () => {
  expect(read(CONNECT, 0)).toEqual({ kind: "connected", latencyMs: 7 });
  expect(read(CONNECT, 1, "", bash("connect: Connection refused"))).toMatchObject({ kind: "refused", detail: "Connection refused" });
  expect(read(CONNECT, 1, "", bash("connect: No route to host"))).toMatchObject({ kind: "timed-out" });
  expect(read(CONNECT, 124)).toMatchObject({ kind: "timed-out", detail: "no answer" });
});

test("a name that nobody has is told from a name server that does not answer", () => {
  expect(read(CONNECT, 1, "", bash("web: Name or service not known"))).toMatchObject({ kind: "no-such-host" });
  expect(read(CONNECT, 1, "", bash("web: Temporary failure in name resolution"))).toMatchObject({ kind: "timed-out" });
});

test("an answer is taken apart; none is a reset", () => {
  expect(read(GET, 0, "HTTP/1.1 503 Service Unavailable\r\nServer: x\r\n\r\nbusy\n")).toEqual({
    kind: "response",
    status: 503,
    body: "busy\n",
    latencyMs: 7,
  });
  expect(read(GET, 0)).toMatchObject({ kind: "reset", detail: "closed without an answer" });
  expect(read(GET, 0, "SSH-2.0")).toMatchObject({ kind: "reset", detail: "the answer is no HTTP" });
});

test.each([
  ["web", "web.shop.svc.cluster.local."],
  ["web.ops", "web.ops.svc.cluster.local."],
  ["web.ops.svc", "web.ops.svc.cluster.local."],
  ["web.ops.svc.cluster.local", "web.ops.svc.cluster.local."],
  ["web-0.web.ops.svc", "web-0.web.ops.svc.cluster.local."],
  ["10.96.0.10", "10.96.0.10"],
])("%s is asked for as %s, once", (host, wanted) => expect(fullName(host, "shop")).toBe(wanted));
