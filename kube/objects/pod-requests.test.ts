import { expect, it } from "vitest";
import type { Container, Pod } from "../types/pod.ts";
import { podLimits, podRequests, requestsWhileResized } from "./pod-requests.ts";

const container = (name: string, cpu: string, more: Partial<Container> = {}): Container => ({
  name,
  image: name,
  resources: { requests: { cpu }, limits: { cpu: "2" } },
  ...more,
});

it("sums containers and sidecars, or takes the largest moment of initialisation", () => {
  const initContainers = [container("proxy", "100m", { restartPolicy: "Always" }), container("load", "300m")];
  expect(podRequests({ containers: [container("a", "200m"), container("b", "50m")], initContainers })).toEqual({ cpu: "400m" });
  expect(podRequests({ containers: [container("a", "200m"), container("b", "150m")], initContainers })).toEqual({ cpu: "450m" });
});

it("lets what is said of the pod as a whole stand for what its containers say", () => {
  const spec = { containers: [container("a", "200m")], resources: { requests: { memory: "1Gi" }, limits: { cpu: "1" } } };
  expect(podRequests(spec)).toEqual({ cpu: "1", memory: "1Gi" });
  expect(podLimits(spec)).toEqual({ cpu: "1" });
});

it("counts the most of what a resized pod has and asks for, and not what no node can give", () => {
  const resized = (reason: string): Pod => ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "pod" },
    spec: { containers: [container("a", "900m")] },
    status: {
      conditions: [{ type: "PodResizePending", status: "True", reason }],
      containerStatuses: [{ name: "a", resources: { requests: { cpu: "200m" } }, allocatedResources: { cpu: "300m" } }],
    } as unknown as NonNullable<Pod["status"]>,
  });
  expect(requestsWhileResized(resized("Deferred"))).toEqual({ cpu: "900m" });
  expect(requestsWhileResized(resized("Infeasible"))).toEqual({ cpu: "300m" });
});
