import { expect, test } from "vitest";
import type { KubeObject } from "#kube/types/meta.ts";
import { BUSYBOX, createFixture } from "../../bootstrap/cluster-fixture.cases.ts";

test("a ReplicationController keeps as many pods as it is told, by a selector that is a map", () => {
  const fixture = createFixture();
  fixture.create({
    apiVersion: "v1",
    kind: "ReplicationController",
    metadata: { name: "old", namespace: "shop" },
    spec: {
      replicas: 2,
      selector: { app: "old" },
      template: { metadata: { labels: { app: "old" } }, spec: { containers: [{ name: "c", image: BUSYBOX, command: ["sleep", "9999"] }] } },
    },
  } as KubeObject);
  fixture.run(10);
  const read = () =>
    fixture.client.get<KubeObject & { readonly status?: object; readonly spec?: object }>("replicationcontrollers", "shop", "old");
  expect(fixture.pods("old-")).toHaveLength(2);
  expect(read()).toMatchObject({ spec: { selector: { app: "old" } }, status: { replicas: 2, readyReplicas: 2, availableReplicas: 2 } });
  fixture.client.delete("pods", "shop", fixture.pods("old-")[0]?.metadata.name as string);
  fixture.run(60);
  expect(fixture.pods("old-")).toHaveLength(2);
  expect(fixture.events("old").filter((line) => line.startsWith("SuccessfulCreate: Created pod: old-"))).toHaveLength(3);
});
