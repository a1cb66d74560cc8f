import { expect, test } from "vitest";
import { createClusterName, isNameOf } from "./cluster-name.ts";
import { renderConfig } from "./kind-program.ts";

test("a cluster's name tells whose it is, and no two are alike", () => {
  const [one, other] = [createClusterName("hotel-reservation", "0a1b2c3d4e5f"), createClusterName("hotel-reservation", "0a1b2c3d4e5f")];
  expect(one).toMatch(/^hotel-reservation-0a1b2c-[a-z0-9]{5}$/);
  expect(one).not.toBe(other);
  expect(isNameOf(one, "0a1b2c3d4e5f")).toBe(true);
  expect(isNameOf(one, "ffffffffffff")).toBe(false);
});

test("clusters of other people are nobody's of ours, whatever they are called", () => {
  for (const name of ["kind", "a", "my-cluster", "0a1b2c", "hotel-reservation-0a1b2c"])
    expect(isNameOf(name, "0a1b2c3d4e5f"), name).toBe(false);
});

test("a node's name stays within what a host name may have", () => {
  expect(`${createClusterName("a".repeat(200), "0a1b2c3d4e5f")}-control-plane`.length).toBeLessThanOrEqual(63);
});

test("a configuration has as many workers as are asked for", () => {
  expect(renderConfig(0)).toBe("kind: Cluster\napiVersion: kind.x-k8s.io/v1alpha4\nnodes:\n- role: control-plane\n");
  expect(renderConfig(2).match(/role: worker/g)).toHaveLength(2);
});
