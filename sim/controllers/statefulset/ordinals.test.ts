import { expect, test } from "vitest";
import type { StatefulSet } from "#kube/types/workloads.ts";
import { BUSYBOX, createBed } from "../../bootstrap/cluster-bed.cases.ts";

test("members are numbered from the start that the set names", () => {
  const bed = createBed();
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
  bed.create(set(2));
  bed.run(30);
  const names = () => bed.pods("db").map(({ metadata }) => metadata.name);
  expect(names()).toEqual(["db-5", "db-6"]);
  const present = bed.client.get<StatefulSet>("statefulsets.apps", "shop", "db") as StatefulSet;
  bed.client.update("statefulsets.apps", { ...present, spec: { ...present.spec, replicas: 1 } });
  bed.run(20);
  expect(names()).toEqual(["db-5"]);
});
