import { expect, test } from "vitest";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Pod } from "#kube/types/pod.ts";
import { BUSYBOX, createFixture } from "../bootstrap/cluster-fixture.cases.ts";

test("a pod with gates waits until the last is taken away, and no gate can be added", () => {
  const fixture = createFixture();
  const spec = { containers: [{ name: "c", image: BUSYBOX, command: ["sleep", "9999"] }], schedulingGates: [{ name: "example.com/a" }] };
  fixture.create({ apiVersion: "v1", kind: "Pod", metadata: { name: "gated", namespace: "shop" }, spec } as KubeObject);
  fixture.run(20);
  const gated = fixture.pods("gated")[0] as Pod;
  expect(gated.status).toMatchObject({
    phase: "Pending",
    conditions: [{ type: "PodScheduled", status: "False", reason: "SchedulingGated" }],
  });
  const { schedulingGates: _gone, ...open } = gated.spec as typeof gated.spec & { readonly schedulingGates?: unknown };
  expect(fixture.client.update("pods", { ...gated, spec: open }).ok).toBe(true);
  fixture.run(20);
  const running = fixture.pods("gated")[0] as Pod;
  expect(running.status?.phase).toBe("Running");
  const refused = fixture.client.update("pods", {
    ...running,
    spec: { ...running.spec, schedulingGates: [{ name: "example.com/b" }] } as Pod["spec"],
  });
  expect(refused.ok ? "" : refused.error.message).toContain(
    "spec.schedulingGates[0].name: Forbidden: only deletion is allowed, but found new scheduling gate 'example.com/b'",
  );
});
