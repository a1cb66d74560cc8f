import { expect, test } from "vitest";
import type { ProbeRequest } from "#kube/ports/probe.ts";
import { parseProbe, renderProbe } from "./probe-command.ts";

const request: ProbeRequest = { from: { namespace: "shop" }, host: "web", port: 80, http: { method: "GET", path: "/" } };
const { http: _, ...connection } = request;
const ran = (exitCode: number, stdout: string, stderr: string) => ({ exitCode, stdout, stderr });

test("a connection is asked for without sending anything", () => {
  expect(renderProbe({ ...connection, timeoutMs: 1_500 }).command.slice(3)).toEqual([
    "timeout",
    "2",
    "nc",
    "-w",
    "2",
    "web",
    "80",
    "-e",
    "true",
  ]);
  expect(renderProbe(connection).stdin).toBeUndefined();
});

test("a request is typed in full", () => {
  const post: ProbeRequest = { ...request, http: { method: "POST", path: "/buy?n=1", body: "für" } };
  expect(renderProbe(post).stdin).toBe("POST /buy?n=1 HTTP/1.0\r\nHost: web\r\nConnection: close\r\nContent-Length: 4\r\n\r\nfür");
});

test.each([
  ["nc: can't connect to remote host (10.1.2.3): Connection refused", "refused"],
  ["nc: bad address 'web'", "no-such-host"],
  ["nc: timed out", "timed-out"],
  ["nc: can't connect to remote host (10.1.2.3): No route to host", "timed-out"],
  ["nc: read: Connection reset by peer", "reset"],
])("%s means %s", (stderr, kind) => {
  expect(parseProbe(request, ran(1, "", `${stderr}\nCommand exited with non-zero status 1\nelapsed 1.03\n`))).toMatchObject({
    kind,
    latencyMs: 1030,
  });
});

test("an answer has its status and its body, whatever the line ends", () => {
  const stdout = "HTTP/1.1 404 Not Found\r\nContent-type: text/html\r\n\r\n<p>not\n\nhere</p>\n";
  expect(parseProbe(request, ran(0, stdout, "elapsed 0.01\n"))).toEqual({
    kind: "response",
    status: 404,
    body: "<p>not\n\nhere</p>\n",
    latencyMs: 10,
  });
  expect(parseProbe(request, ran(0, "HTTP/1.0 204 No Content\r\n\r\n", "elapsed 0.00\n"))).toMatchObject({ status: 204, body: "" });
});

test("silence after the connection is a time-out, an empty answer a reset", () => {
  expect(parseProbe(request, ran(15, "", "Command terminated by signal 15\nelapsed 2.00\n"))).toMatchObject({ kind: "timed-out" });
  expect(parseProbe(request, ran(0, "", "elapsed 0.00\n"))).toMatchObject({ kind: "reset" });
});

test("a command that never ran says nothing about the network", () => {
  expect(parseProbe(request, { exitCode: undefined, stdout: "", stderr: "", error: "no such pod" })).toBeUndefined();
});
