import { expect, test } from "vitest";
import { createBed, deployment } from "../../bootstrap/cluster-bed.cases.ts";
import { TERMINATED_PODS_MAX } from "./terminated-pod-collector.ts";

test("pods that fail as soon as they are made do not pile up for ever", () => {
  const bed = createBed();
  bed.create(deployment("storm", {}, { nodeName: "worker-1", nodeSelector: { disk: "ssd" } }));
  bed.run(60);
  const names = bed.pods("storm").map(({ metadata }) => metadata.name);
  expect(names.length).toBeGreaterThan(TERMINATED_PODS_MAX);
  expect(names.length).toBeLessThan(TERMINATED_PODS_MAX * 2);
  bed.run(20);
  expect(bed.pods("storm").filter(({ metadata }) => names.includes(metadata.name)).length).toBeLessThan(names.length);
  expect(bed.pods("storm").every(({ status }) => status?.phase !== "Running")).toBe(true);
});
