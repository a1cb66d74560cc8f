import { expect, test } from "vitest";
import { apiPath, parseApiPath } from "../ports/api-path.ts";
import { formatObjectRef, parseObjectRef } from "./object-ref.ts";
import { findResource, RESOURCES, resourceOfKind } from "./resources.ts";

test.each([
  ["po", "pods"],
  ["Deployment", "deployments.apps"],
  ["deployments.apps", "deployments.apps"],
  ["deployments.v1.apps", "deployments.apps"],
  ["deploy.apps", "deployments.apps"],
  ["events", "events"],
  ["ev.events.k8s.io", "events.events.k8s.io"],
  ["nodes", "nodes"],
  ["netpol", "networkpolicies.networking.k8s.io"],
  ["nonsense", undefined],
])("%s means %s", (text, resource) => {
  expect(findResource(text)?.resource).toBe(resource);
});

test("kinds are found by their exact version", () => {
  expect(resourceOfKind("apps/v1", "Deployment")?.resource).toBe("deployments.apps");
  expect(resourceOfKind("apps/v1beta1", "Deployment")).toBeUndefined();
});

test("paths survive the round trip for every resource", () => {
  for (const row of RESOURCES) {
    const target = { resource: row.resource, namespace: row.namespaced ? "shop" : undefined, name: "a:b", subresource: "status" };
    expect(parseApiPath(apiPath(target))).toMatchObject(target);
  }
});

test("a namespace's status is no collection", () => {
  expect(parseApiPath("/api/v1/namespaces/shop/status")).toMatchObject({ resource: "namespaces", name: "shop", subresource: "status" });
  expect(parseApiPath("/api/v1/namespaces/shop/pods")).toMatchObject({ resource: "pods", namespace: "shop", name: undefined });
  expect(parseApiPath("/api/v1/namespaces/shop/nodes")).toBeUndefined();
  expect(parseApiPath("/metrics")).toBeUndefined();
});

test("a custom resource of a known product is named and addressed as others are, though servers do not have it built in", () => {
  for (const text of ["tc/basic", "TidbCluster/basic", "tidbclusters.pingcap.com/basic", "tidbclusters.v1alpha1.pingcap.com/basic"])
    expect(parseObjectRef(text, "shop"), text).toEqual({ resource: "tidbclusters.pingcap.com", namespace: "shop", name: "basic" });
  expect(formatObjectRef({ resource: "tidbclusters.pingcap.com", name: "basic" })).toBe("tidbcluster/basic");
  expect(apiPath({ resource: "tidbclusters.pingcap.com", namespace: "shop" })).toBe(
    "/apis/pingcap.com/v1alpha1/namespaces/shop/tidbclusters",
  );
  expect(findResource("tidbclusters")).toBeUndefined();
});

test("object references are parsed and printed", () => {
  expect(parseObjectRef("deployment/geo", "shop")).toEqual({ resource: "deployments.apps", namespace: "shop", name: "geo" });
  expect(parseObjectRef("svc/shop/geo")).toEqual({ resource: "services", namespace: "shop", name: "geo" });
  expect(parseObjectRef("node/worker", "shop")).toEqual({ resource: "nodes", name: "worker" });
  expect(parseObjectRef("deployment/")).toBeUndefined();
  expect(formatObjectRef({ resource: "deployments.apps", namespace: "shop", name: "geo" }, { withNamespace: true })).toBe(
    "deployment/shop/geo",
  );
});
