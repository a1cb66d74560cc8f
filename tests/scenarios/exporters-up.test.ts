import { expect, test } from "vitest";
import { openHost } from "#env/open/open-host.ts";
import { deleteObject } from "#kube/verbs/delete.ts";
import { patchObject } from "#kube/verbs/patch.ts";

test("an exporter is up as long as its pod serves", async () => {
  const { backend } = await openHost({ variant: "standard" });
  const { admin } = await backend.lease({ app: "hotel-reservation", scope: "cluster", rights: "cluster", seed: "7" });
  const up = async (selector: string): Promise<readonly string[]> => {
    const { body } = await admin.query({ api: "prometheus", path: "/api/v1/query", params: { query: `up{${selector}}` } });
    const { result } = (body as { readonly data: { readonly result: readonly { readonly value: readonly [number, string] }[] } }).data;
    return result.map(({ value }) => value[1]);
  };
  const nodes = (await up('job="node-exporter"')).length;
  expect(nodes).toBeGreaterThan(1);
  expect(await up('job=~"kube-state-metrics|otel-collector|node-exporter"')).toEqual(Array.from({ length: nodes + 2 }, () => "1"));
  const scale = async (replicas: number) =>
    await patchObject(admin, {
      resource: "deployments.apps",
      namespace: "observe",
      name: "kube-state-metrics",
      patchType: "merge",
      patch: { spec: { replicas } },
    });
  await scale(0);
  await deleteObject(admin, { resource: "daemonsets.apps", namespace: "observe", name: "node-exporter" });
  await admin.clock.sleep(90_000);
  expect(await up('job="kube-state-metrics"')).toEqual(["0"]);
  expect(await up('job="otel-collector"')).toEqual(["1"]);
  expect(await up('job="node-exporter"')).toEqual(Array.from({ length: nodes }, () => "0"));
  await scale(1);
  await admin.clock.sleep(90_000);
  expect(await up('job="kube-state-metrics"')).toEqual(["1"]);
});
