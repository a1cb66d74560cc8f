import { expect, test } from "vitest";
import { createFixture, deployment } from "../../bootstrap/cluster-fixture.cases.ts";
import { TERMINATED_PODS_MAX } from "./terminated-pod-collector.ts";

test("pods that fail as soon as they are made do not pile up for ever", () => {
  const fixture = createFixture();
  fixture.create(deployment("storm", {}, { nodeName: "worker-1", nodeSelector: { disk: "ssd" } }));
  fixture.run(60);
  const names = fixture.pods("storm").map(({ metadata }) => metadata.name);
  expect(names.length).toBeGreaterThan(TERMINATED_PODS_MAX);
  expect(names.length).toBeLessThan(TERMINATED_PODS_MAX * 2);
  fixture.run(20);
  expect(fixture.pods("storm").filter(({ metadata }) => names.includes(metadata.name)).length).toBeLessThan(names.length);
  expect(fixture.pods("storm").every(({ status }) => status?.phase !== "Running")).toBe(true);
});
