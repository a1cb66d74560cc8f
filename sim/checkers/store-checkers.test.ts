import { expect, test } from "vitest";
import type { KubeObject } from "#kube/types/meta.ts";
import { putObject } from "../apiserver/store/store.ts";
import { createTestWorld } from "../apiserver/testing/create-test-world.ts";
import { checkOwnerReferences } from "./owner-references.ts";
import { STORE_CHECKERS } from "./store-checkers.ts";

const configMap = (name: string, metadata: object = {}): KubeObject => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, namespace: "shop", ...metadata },
});

const runAll = (world: Parameters<(typeof STORE_CHECKERS)[number]>[0]): void => {
  for (const check of STORE_CHECKERS) check(world);
};

test("a world that was written through the server passes", () => {
  const { world, client } = createTestWorld();
  client.create("configmaps", configMap("a"));
  client.delete("configmaps", "shop", "a");
  client.create("configmaps", configMap("a"));
  expect(() => runAll(world)).not.toThrow();
  expect(() => runAll(world.fork())).not.toThrow();
});

test("two objects with one uid are found", () => {
  const { world } = createTestWorld();
  putObject(world, "configmaps", configMap("a", { uid: "u" }));
  putObject(world, "configmaps", configMap("b", { uid: "u" }));
  expect(() => runAll(world)).toThrow("configmaps shop/b shares its uid with configmaps shop/a");
});

test("an object that skipped the codec is found", () => {
  const { world } = createTestWorld();
  putObject(world, "configmaps", { ...configMap("a", { uid: "u" }), nonsense: 1 } as KubeObject);
  expect(() => runAll(world)).toThrow("configmaps shop/a has unknown fields nonsense");
});

test("a dependent may outlive its owner for a minute", () => {
  const { world, client } = createTestWorld();
  const owner = client.create("configmaps", configMap("owner"));
  if (!owner.ok) throw new Error("no owner");
  const reference = { apiVersion: "v1", kind: "ConfigMap", name: "owner", uid: owner.value.metadata.uid };
  client.create("configmaps", configMap("child", { ownerReferences: [reference] }));
  checkOwnerReferences(world);
  client.delete("configmaps", "shop", "owner");
  checkOwnerReferences(world);
  world.runUntil(world.nowMs() + 61_000);
  client.create("configmaps", configMap("other"));
  expect(() => checkOwnerReferences(world)).toThrow("configmaps shop/child outlives its owner ConfigMap/owner");
});
