import { expect, test } from "vitest";
import type { KubeObject } from "#kube/types/meta.ts";
import type { DaemonSet } from "#kube/types/workloads.ts";
import { BUSYBOX, createFixture } from "../../bootstrap/cluster-fixture.cases.ts";

test("with a surge the new pod of a node runs before the old one goes", () => {
  const fixture = createFixture();
  fixture.create({
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { name: "agent", namespace: "shop" },
    spec: {
      selector: { matchLabels: { app: "agent" } },
      updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
      template: {
        metadata: { labels: { app: "agent" } },
        spec: { terminationGracePeriodSeconds: 1, containers: [{ name: "c", image: BUSYBOX, command: ["sleep", "10000"] }] },
      },
    },
  } as KubeObject);
  fixture.run(30);
  const before = fixture.pods("agent").map(({ metadata }) => metadata.name);
  const set = fixture.client.get<DaemonSet>("daemonsets.apps", "shop", "agent") as DaemonSet;
  const template = { ...set.spec.template, metadata: { labels: { app: "agent", round: "2" } } };
  fixture.client.update("daemonsets.apps", { ...set, spec: { ...set.spec, template } });
  let fewest = before.length;
  let most = 0;
  for (let second = 0; second < 90; second++) {
    fixture.run(1);
    const ready = fixture
      .pods("agent")
      .filter(({ status }) => status?.conditions?.some(({ type, status: is }) => type === "Ready" && is === "True"));
    fewest = Math.min(fewest, ready.length);
    most = Math.max(most, fixture.pods("agent").filter(({ metadata }) => metadata.deletionTimestamp === undefined).length);
  }
  const after = fixture.pods("agent").map(({ metadata }) => metadata.name);
  expect(fewest).toBe(before.length);
  expect(most).toBe(before.length + 1);
  expect(after).toHaveLength(before.length);
  expect(after.some((name) => before.includes(name))).toBe(false);
});
