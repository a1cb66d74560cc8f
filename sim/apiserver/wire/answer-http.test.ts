import { expect, test } from "vitest";
import type { Lease } from "#kube/types/cluster.ts";
import type { World } from "../../kernel/world.ts";
import { createTestWorld } from "../testing/create-test-world.ts";
import { answerHttp } from "./answer-http.ts";
import type { HttpAnswer, HttpRequest } from "./http.ts";

const ADMIN = { username: "kubernetes-admin", groups: ["system:masters", "system:authenticated"] };
const MAPS = "/api/v1/namespaces/shop/configmaps";

const send = (world: World, method: string, url: string, rest: Partial<HttpRequest> & { readonly json?: unknown } = {}): HttpAnswer => {
  const [path = "", query = ""] = url.split("?");
  const { json, ...other } = rest;
  const body = json === undefined ? new Uint8Array() : new TextEncoder().encode(JSON.stringify(json));
  return answerHttp(world, { method, path, query, headers: {}, body, user: ADMIN, ...other });
};

const bodyOf = <T = Record<string, unknown>>(answer: HttpAnswer): T => {
  expect(answer.kind).toBe("response");
  return JSON.parse((answer as { body: string }).body);
};

test("an object goes through its whole life over HTTP", () => {
  const { world } = createTestWorld();
  const map = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { startTime: "2026-01-01T00:00:00Z" } };
  expect(send(world, "POST", MAPS, { json: map })).toMatchObject({ status: 201 });
  expect(bodyOf(send(world, "GET", `${MAPS}/a`))["data"]).toEqual(map.data);
  const patch = { json: { data: { b: "<2>" } }, headers: { "content-type": "application/merge-patch+json" } };
  expect(bodyOf(send(world, "PATCH", `${MAPS}/a`, patch))["data"]).toEqual({ ...map.data, b: "<2>" });
  expect(bodyOf<{ items: unknown[] }>(send(world, "GET", MAPS)).items).toHaveLength(1);
  expect(send(world, "DELETE", `${MAPS}/a`)).toMatchObject({ status: 200 });
  expect(send(world, "GET", `${MAPS}/a`)).toMatchObject({ status: 404 });
});

test("a client whose clock is ahead sees its own times, and nothing of that is stored", () => {
  const { world } = createTestWorld();
  const shiftMs = 3_600_000;
  const lease = {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: { name: "l", annotations: { "kubectl.kubernetes.io/restartedAt": "2026-01-02T00:00:00Z" } },
    spec: { holderIdentity: "me", renewTime: "2026-01-02T00:00:00.123456Z" },
  };
  const path = "/apis/coordination.k8s.io/v1/namespaces/shop/leases";
  const created = bodyOf<Lease>(send(world, "POST", path, { json: lease, shiftMs }));
  expect(created.spec).toEqual(lease.spec);
  const stored = bodyOf<Lease>(send(world, "GET", `${path}/l`));
  expect(stored.spec).toMatchObject({ renewTime: "2026-01-01T23:00:00.123456Z" });
  expect(stored.metadata.annotations).toEqual({ "kubectl.kubernetes.io/restartedAt": "2026-01-01T23:00:00Z" });
  const ahead = Date.parse(created.metadata.creationTimestamp ?? "");
  expect(ahead - Date.parse(stored.metadata.creationTimestamp ?? "")).toBe(shiftMs);
});

test("a watch says what happened since the last look", () => {
  const { world, client } = createTestWorld();
  const watch = send(world, "GET", `${MAPS}?watch=true`);
  if (watch.kind !== "watch") throw new Error("no watch");
  expect(watch.next(world)).toEqual({ frames: "", isOver: false });
  client.create("configmaps", { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", namespace: "shop" } });
  const [line = ""] = watch.next(world).frames.split("\n");
  expect(JSON.parse(line)).toMatchObject({ type: "ADDED", object: { kind: "ConfigMap", metadata: { name: "a" } } });
});
