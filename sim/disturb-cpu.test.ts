import { expect, test } from "vitest";
import type { Node } from "#kube/types/cluster.ts";
import type { Pod, ResourceRequirements } from "#kube/types/pod.ts";
import { BUSYBOX, type ClusterFixture, createFixture, deployment } from "./bootstrap/cluster-fixture.cases.ts";
import { createSimPort } from "./sim-port.ts";
import { nodeUsage, podUsage } from "./telemetry/resource-metrics/resource-usage.ts";

const ADMIN = { username: "kubernetes-admin", groups: ["system:masters", "system:authenticated"] };

const nodeCores = ({ client, world }: ClusterFixture, node: string): number =>
  nodeUsage(world, client.get<Node>("nodes", undefined, node) as Node).nanoCores / 1e9;

const podCores = ({ world }: ClusterFixture, pod: Pod): number =>
  [...(podUsage(world, pod.metadata.uid ?? "")?.values() ?? [])].reduce((sum, { nanoCores }) => sum + nanoCores / 1e9, 0);

const gauge = async (fixture: ClusterFixture, query: string): Promise<number> => {
  const { body } = await createSimPort(fixture.world, ADMIN).query({ api: "prometheus", path: "/api/v1/query", params: { query } });
  const { data } = body as { readonly data: { readonly result: readonly { readonly value: readonly [number, string] }[] } };
  return Number(data.result[0]?.value[1]);
};

test("a busy program of a machine shows in what its node uses and in its processes, and in no pod", async () => {
  const fixture = createFixture();
  const port = createSimPort(fixture.world, ADMIN);
  fixture.create(deployment("web", {}, { nodeName: "worker-1" }));
  fixture.run(60);
  const [before, elsewhere] = [nodeCores(fixture, "worker-1"), nodeCores(fixture, "worker-2")];
  await port.disturb.cpu("worker-1", 3);
  fixture.run(90);
  expect(nodeCores(fixture, "worker-1") - before).toBeCloseTo(3, 1);
  expect(nodeCores(fixture, "worker-2")).toBeCloseTo(elsewhere, 1);
  expect(await gauge(fixture, 'node_load1{node="worker-1"}')).toBeGreaterThan(3);
  expect(podCores(fixture, fixture.pods("web")[0] as Pod)).toBeLessThan(0.01);
  const top = await port.runOnNode?.({ node: "worker-1", command: "top -b -n 1" });
  expect(top?.stdout.split("\n")[3]).toMatch(/ R 300\.0 .* xz$/);
  expect((await port.runOnNode?.({ node: "worker-1", command: "ps aux" }))?.stdout).toMatch(/ 300\.0 .*\/usr\/bin\/xz --keep --threads=3/);
  await port.disturb.cpu("worker-1", 0);
  fixture.run(90);
  expect(nodeCores(fixture, "worker-1")).toBeCloseTo(before, 1);
  expect((await port.runOnNode?.({ node: "worker-1", command: "ps aux" }))?.stdout).not.toContain("xz");
});

test("a node that there is not cannot be kept busy", async () => {
  await expect(createSimPort(createFixture().world, ADMIN).disturb.cpu("worker-9", 1)).rejects.toThrow("there is no node worker-9");
});

test("what containers compute without a pause is used up to their limits and their node's cores, by what they request", async () => {
  const fixture = createFixture();
  const batch = (name: string, threads: number, resources: ResourceRequirements) =>
    deployment(
      name,
      {
        command: ["sh", "-c", `i=0; while [ $i -lt ${threads} ]; do dd if=/dev/zero of=/dev/null & i=$((i+1)); done; wait`],
        resources,
        image: BUSYBOX,
      },
      { nodeName: "worker-1", terminationGracePeriodSeconds: 0 },
    );
  fixture.create(
    batch("limited", 2, { limits: { cpu: "500m" } }),
    batch("small", 8, { requests: { cpu: "500m" } }),
    batch("large", 8, { requests: { cpu: "2" } }),
  );
  fixture.run(120);
  const used = (name: string): number => podCores(fixture, fixture.pods(name)[0] as Pod);
  // Looks at counters are some milliseconds late.
  expect(Math.abs(used("limited") - 0.5)).toBeLessThan(0.03);
  // What is left goes to the two by their weights, 20 and 79; the machine's own programs may need a quarter of a core.
  expect(Math.abs(used("small") + used("large") - 7.25)).toBeLessThan(0.3);
  expect(Math.abs(used("large") / used("small") - 79 / 20)).toBeLessThan(0.3);
  expect(nodeCores(fixture, "worker-1")).toBeLessThanOrEqual(8);
  expect(await gauge(fixture, 'node_load1{node="worker-1"}')).toBeGreaterThan(16);
  const processes = await createSimPort(fixture.world, ADMIN).runOnNode?.({ node: "worker-1", command: "ps aux" });
  expect(processes?.stdout.match(/dd if=\/dev\/zero of=\/dev\/null/g)).toHaveLength(18 + 3);
  fixture.client.delete("deployments.apps", "shop", "large");
  fixture.run(90);
  expect(Math.abs(used("small") - 7.25)).toBeLessThan(0.3);
});
