import { expect, test } from "vitest";
import type { KubeObject } from "#kube/types/meta.ts";
import { createFixture } from "./bootstrap/cluster-fixture.cases.ts";
import { createSimPort } from "./sim-port.ts";

const startCat = () => {
  const { world, create, run } = createFixture();
  const container = { name: "c", image: "registry.local/busybox:1.35", command: ["cat"], stdin: true, stdinOnce: true };
  create({ apiVersion: "v1", kind: "Pod", metadata: { name: "cat", namespace: "shop" }, spec: { containers: [container] } } as KubeObject);
  run(10);
  return (username: string, ...groups: readonly string[]) => createSimPort(world, { username, groups });
};

const PLACE = { namespace: "shop", pod: "cat" };

test("a container's own process is fed a text and its end, and what it writes meanwhile is given back", async () => {
  const admin = startCat()("admin", "system:masters");
  expect(await admin.attach({ ...PLACE, stdin: "grüße\n" })).toMatchObject({ stdout: "grüße\n", stderr: "" });
});

test("who may not open a stream to a pod is refused in the server's words", async () => {
  const stranger = startCat()("bob", "system:authenticated");
  const words = (kind: string) =>
    `Error from server (Forbidden): pods "cat" is forbidden: User "bob" cannot create resource "pods/${kind}" in API group "" in the namespace "shop"`;
  expect(await stranger.exec({ ...PLACE, command: ["ls"] })).toMatchObject({ exitCode: undefined, error: words("exec") });
  expect(await stranger.attach(PLACE)).toMatchObject({ exitCode: undefined, error: words("attach") });
});

test("a predicate is asked after each change, after all of an instant, or now and then, and time ends where it was to", async () => {
  const asked = async (everyMs?: number): Promise<{ readonly times: readonly number[]; readonly endMs: number }> => {
    const port = startCat()("admin", "system:masters");
    const beganMs = port.clock.nowMs();
    const times: number[] = [];
    const look = async () => {
      times.push(port.clock.nowMs() - beganMs);
      return false;
    };
    const manifest = {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "late" },
      spec: { containers: [{ name: "c", image: "registry.local/busybox:1.35" }] },
    };
    await port.write({ method: "POST", path: "/api/v1/namespaces/shop/pods", body: manifest });
    expect(await port.clock.until(look, { timeoutMs: 60_000, ...(everyMs !== undefined && { everyMs }) })).toBe(false);
    return { times, endMs: port.clock.nowMs() - beganMs };
  };
  const [changes, instants, seldom] = [await asked(), await asked(0), await asked(2_000)];
  expect([...new Set(changes.times)]).toEqual([...new Set(instants.times)]);
  // The first look may be followed by changes of the same instant, and the last by none.
  expect(instants.times.slice(1, -1)).toEqual([...new Set(instants.times.slice(1, -1))]);
  expect(instants.times.length).toBeLessThan(changes.times.length);
  expect(seldom.times.length).toBeLessThan(instants.times.length);
  for (const { endMs } of [changes, instants, seldom]) expect(endMs).toBe(60_000);
});
