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
