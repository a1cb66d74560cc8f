import { expect, test } from "vitest";
import type { Service } from "#kube/types/network.ts";
import { createFixture } from "../../bootstrap/cluster-fixture.cases.ts";

test("each address of a Service is an object as long as the Service has it", () => {
  const fixture = createFixture();
  const names = (): readonly string[] => fixture.client.list("ipaddresses.networking.k8s.io").map(({ metadata }) => metadata.name);
  expect(names()).toContain("10.96.0.1");
  const spec = { clusterIP: "10.96.7.7", ports: [{ port: 80 }] };
  fixture.create({ apiVersion: "v1", kind: "Service", metadata: { name: "web", namespace: "shop" }, spec } as Service);
  fixture.create({
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: "none", namespace: "shop" },
    spec: { ...spec, clusterIP: "None" },
  } as Service);
  fixture.run(1);
  expect(names()).toContain("10.96.7.7");
  expect(names()).not.toContain("None");
  fixture.client.delete("services", "shop", "web");
  fixture.run(1);
  expect(names()).not.toContain("10.96.7.7");
});
