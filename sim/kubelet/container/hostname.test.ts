import { expect, test } from "vitest";
import type { Pod, PodSpec } from "#kube/types/pod.ts";
import { hostnameOf } from "./environment.ts";

const hostname = (spec: Partial<PodSpec>): string =>
  hostnameOf({ apiVersion: "v1", kind: "Pod", metadata: { name: "web-1", namespace: "shop" }, spec: { containers: [], ...spec } } as Pod);

test("a pod's host name is its own, the one that it asks for, or its node's", () => {
  expect(hostname({})).toBe("web-1");
  expect(hostname({ hostname: "front" })).toBe("front");
  expect(hostname({ hostNetwork: true, nodeName: "worker-1" })).toBe("worker-1");
  expect(hostname({ hostname: "front", subdomain: "web", setHostnameAsFQDN: true })).toBe("front.web.shop.svc.cluster.local");
  expect(hostname({ setHostnameAsFQDN: true })).toBe("web-1");
  expect(hostname({ hostname: "front", hostnameOverride: "other.example.com" })).toBe("other.example.com");
});
