import { expect, test } from "vitest";
import type { Service } from "#kube/types/network.ts";
import { createBed } from "../../bootstrap/cluster-bed.cases.ts";

test("each address of a Service is an object as long as the Service has it", () => {
  const bed = createBed();
  const names = (): readonly string[] => bed.client.list("ipaddresses.networking.k8s.io").map(({ metadata }) => metadata.name);
  expect(names()).toContain("10.96.0.1");
  const spec = { clusterIP: "10.96.7.7", ports: [{ port: 80 }] };
  bed.create({ apiVersion: "v1", kind: "Service", metadata: { name: "web", namespace: "shop" }, spec } as Service);
  bed.create({
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: "none", namespace: "shop" },
    spec: { ...spec, clusterIP: "None" },
  } as Service);
  bed.run(1);
  expect(names()).toContain("10.96.7.7");
  expect(names()).not.toContain("None");
  bed.client.delete("services", "shop", "web");
  bed.run(1);
  expect(names()).not.toContain("10.96.7.7");
});
