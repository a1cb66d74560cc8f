import { expect, test } from "vitest";
import { handle } from "../../apiserver/http/handle.ts";
import { createTestWorld } from "../../apiserver/testing/create-test-world.ts";
import { findTarget } from "./find-target.ts";

test("a pod without a node, or on one that is not there, is refused in the API server's words", () => {
  const { world } = createTestWorld();
  const user = { username: "kubernetes-admin", groups: ["system:masters", "system:authenticated"] };
  const create = (name: string, placed: object) => {
    const spec = { containers: [{ name: "c", image: "busybox:1" }], ...placed };
    handle(world, { method: "POST", path: "/api/v1/namespaces/shop/pods", query: {}, body: { metadata: { name }, spec }, user });
    return findTarget(world, { namespace: "shop", pod: name });
  };
  expect(create("waiting", {})).toEqual({
    ok: false,
    error: "Error from server (BadRequest): pod waiting does not have a host assigned",
  });
  expect(create("lost", { nodeName: "nowhere" })).toEqual({ ok: false, error: 'Error from server (NotFound): pods "nowhere" not found' });
});
