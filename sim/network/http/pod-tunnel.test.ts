import { expect, test } from "vitest";
import type { Pod } from "#kube/types/pod.ts";
import { createFixture } from "../../bootstrap/cluster-fixture.cases.ts";
import { openPodTunnel, type PodTunnel } from "./pod-tunnel.ts";

const open = (port: number) => {
  const { world, client } = createFixture();
  const pod = client.list<Pod>("pods", "kube-system").find(({ metadata }) => metadata.name.startsWith("coredns"))?.metadata.name ?? "";
  return { world, tunnel: openPodTunnel(world, { namespace: "kube-system", pod, port }) };
};
const ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nOK";
const ask = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nhost: x\r\n${more}\r\n`;

test("a request that comes in pieces is answered when it is whole, and the connection stays open for the next", () => {
  const { world, tunnel } = open(8080);
  const connection = tunnel as PodTunnel;
  const request = ask("/health");
  connection.write(world, request.slice(0, 9));
  expect(connection.read(world)).toEqual({ bytes: "", isOver: false });
  connection.write(world, request.slice(9) + request);
  world.runUntil(world.nowMs() + 100);
  expect(connection.read(world)).toEqual({ bytes: ok + ok, isOver: false });
  connection.write(world, ask("/nothing", "connection: close\r\n"));
  world.runUntil(world.nowMs() + 100);
  expect(connection.read(world)).toMatchObject({ bytes: expect.stringContaining("HTTP/1.1 404 Not Found"), isOver: true });
});

test("a client that sends no more still gets its answer, and then the end", () => {
  const { world, tunnel } = open(8080);
  const connection = tunnel as PodTunnel;
  connection.write(world, ask("/health"));
  connection.end();
  world.runUntil(world.nowMs() + 100);
  expect(connection.read(world)).toEqual({ bytes: ok, isOver: true });
});

test("a port that nobody listens on is refused in the runtime's words", () => {
  const { tunnel } = open(1234);
  expect(tunnel).toMatchObject({
    error: expect.stringMatching(
      /^error forwarding port 1234 to pod [0-9a-f]{64}, uid : .*dial tcp4 127\.0\.0\.1:1234: connect: connection refused/,
    ),
  });
});
