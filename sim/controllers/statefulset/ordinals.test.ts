import { expect, test } from "vitest";
import type { StatefulSet } from "#kube/types/workloads.ts";
import { BUSYBOX, createFixture } from "../../bootstrap/cluster-fixture.cases.ts";

test("members are numbered from the start that the set names", () => {
  const fixture = createFixture();
  const set = (replicas: number): StatefulSet => ({
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    metadata: { name: "db", namespace: "shop" },
    spec: {
      serviceName: "db",
      replicas,
      ordinals: { start: 5 },
      selector: { matchLabels: { app: "db" } },
      template: {
        metadata: { labels: { app: "db" } },
        spec: { terminationGracePeriodSeconds: 1, containers: [{ name: "c", image: BUSYBOX, command: ["sleep", "10000"] }] },
      },
    },
  });
  fixture.create(set(2));
  fixture.run(30);
  const names = () => fixture.pods("db").map(({ metadata }) => metadata.name);
  expect(names()).toEqual(["db-5", "db-6"]);
  const present = fixture.client.get<StatefulSet>("statefulsets.apps", "shop", "db") as StatefulSet;
  fixture.client.update("statefulsets.apps", { ...present, spec: { ...present.spec, replicas: 1 } });
  fixture.run(20);
  expect(names()).toEqual(["db-5"]);
});
