import { expect, test } from "vitest";
import type { EndpointSlice, Service } from "../types/network.ts";
import { type Makers, whyFleeting } from "./lasting-backing.ts";

const CONTROLLER = "endpointslice-controller.k8s.io";
const MAKERS: Makers = { labels: [{ app: "geo", tier: "api" }, { app: "rate" }], bare: new Set(["geo-0", "geo-by-hand"]) };

const service = (selector?: Readonly<Record<string, string>>): Service => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "geo", namespace: "shop" },
  spec: selector === undefined ? {} : { selector },
});

const slice = (name: string, manager: string | undefined, pods: readonly string[]): EndpointSlice => ({
  apiVersion: "discovery.k8s.io/v1",
  kind: "EndpointSlice",
  metadata: { name, namespace: "shop", ...(manager !== undefined && { labels: { "endpointslice.kubernetes.io/managed-by": manager } }) },
  addressType: "IPv4",
  endpoints: pods.map((pod) => ({ addresses: ["10.0.0.1"], targetRef: { kind: "Pod", name: pod } })),
});

const OWN = slice("geo-abcde", CONTROLLER, ["geo-6d4-x1"]);

test("a Service whose selector a template meets, and whose endpoints the controller wrote, lasts", () => {
  expect(whyFleeting(service({ app: "geo" }), [OWN], MAKERS)).toBeUndefined();
  expect(whyFleeting(service({ tier: "api", app: "geo" }), [OWN, slice("left", "me", [])], MAKERS)).toBeUndefined();
  const unready = { ...slice("left", undefined, []), endpoints: [{ addresses: ["10.0.0.9"], conditions: { ready: false } }] };
  expect(whyFleeting(service({ app: "geo" }), [OWN, unready], MAKERS)).toBeUndefined();
});

test.each([
  ["a label of one revision", service({ app: "geo", "pod-template-hash": "6d4" }), [OWN], "selects pod-template-hash=6d4"],
  ["labels of two templates", service({ app: "rate", tier: "api" }), [OWN], "selects app=rate, which"],
  ["no selector", service(), [OWN], "no selector"],
  ["an empty selector", service({}), [OWN], "no selector"],
  ["a slice of somebody's own", service({ app: "geo" }), [OWN, slice("mine", undefined, ["geo-6d4-x1"])], "somebody wrote into mine"],
  ["mirrored Endpoints", service({ app: "geo" }), [slice("m", "endpointslicemirroring-controller.k8s.io", ["x"])], "somebody wrote into m"],
  ["a pod without a controller", service({ app: "geo" }), [slice("geo-a", CONTROLLER, ["geo-6d4-x1", "geo-by-hand"])], "pod geo-by-hand"],
] as const)("a Service with %s does not", (_what, object, slices, says) => {
  expect(whyFleeting(object, slices, MAKERS)).toContain(says);
});
