import { expect, test } from "vitest";
import { createRng } from "#core/rng.ts";
import type { AppRecord } from "#kube/app/app.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import { drawTaint, tolerateTaint } from "./dedicated-node.ts";
import type { DatedWrite } from "./ordinary-write.ts";
import { planPast } from "./plan-past.ts";

const FROM_MS = 1_767_600_000_000;

const deployment = (name: string): Deployment => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name, namespace: "shop" },
  spec: {
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name, image: `shop/${name}:1`, command: [name] }] },
    },
  },
});

const APP: AppRecord = {
  name: "shop",
  title: "Shop",
  namespace: "shop",
  components: [],
  operations: [],
  labelKey: "app",
  load: { rps: 1, service: "web", port: 80, program: "/web" },
};
const MANIFESTS = ["web", "cart", "stock", "mail", "search"].map(deployment);

const plan = (seed: string) =>
  planPast({
    app: APP,
    manifests: MANIFESTS,
    workers: ["worker-1", "worker-2"],
    dedicated: drawTaint(createRng("taint")),
    fromMs: FROM_MS,
    rng: createRng(seed),
  });

test("one seed gives one past, and another seed another", () => {
  expect(plan("1")).toEqual(plan("1"));
  expect(plan("1")).not.toEqual(plan("2"));
});

test("everything lies between the installation and the present, which is more than a week later", () => {
  for (const seed of ["1", "2", "3", "4"]) {
    const { writes, untilMs } = plan(seed);
    expect(untilMs - FROM_MS).toBeGreaterThan(7 * 86_400_000);
    for (const { atMs } of writes) {
      expect(atMs).toBeGreaterThanOrEqual(FROM_MS);
      expect(atMs).toBeLessThanOrEqual(untilMs);
    }
  }
});

test("every image and command that was set wrong is set right again before the end", () => {
  for (const seed of ["1", "2", "3", "4", "5", "6"]) {
    for (const { metadata, spec } of MANIFESTS) {
      const [installed] = spec.template.spec.containers;
      const sets = containerPatches(plan(seed).writes, metadata.name);
      for (const field of ["image", "command"] as const) {
        const last = sets.filter((container) => field in container).at(-1);
        if (last !== undefined) expect(last[field]).toEqual(installed?.[field]);
      }
    }
  }
});

test("however few workloads there are, three of them would not work with the revision before their last roll-out", () => {
  for (const seed of ["1", "2", "3", "4", "5", "6", "7", "8"]) {
    const { writes } = plan(seed);
    const bad = MANIFESTS.filter(({ metadata, spec: { template } }) => {
      const patches = containerPatches(writes, metadata.name);
      const before = patches.at(-2);
      const [installed] = template.spec.containers;
      const isWrong =
        (before?.image !== undefined && before.image !== installed?.image) ||
        (before?.command !== undefined && before.command[0] !== metadata.name) ||
        before?.resources !== undefined;
      return isWrong && !isRestartedLast(writes, metadata.name);
    });
    expect(bad.length, seed).toBeGreaterThanOrEqual(3);
  }
});

test("a TidbCluster tolerates the node that is set apart, for the pods that its operator makes", () => {
  const cluster = { apiVersion: "pingcap.com/v1alpha1", kind: "TidbCluster", metadata: { name: "basic" }, spec: { version: "v8.1.0" } };
  const { spec } = tolerateTaint(cluster, drawTaint(createRng("taint"))) as typeof cluster & { spec: { tolerations: unknown[] } };
  expect(spec).toMatchObject({ version: "v8.1.0", tolerations: [{ operator: "Equal", effect: "NoSchedule" }] });
});

test("a workload whose pods have claims tolerates the node that is set apart, and no other does", () => {
  const taint = drawTaint(createRng("taint"));
  const [bare] = MANIFESTS as [Deployment];
  const bound: KubeObject = {
    ...bare,
    spec: {
      ...bare.spec,
      template: {
        ...bare.spec.template,
        spec: { ...bare.spec.template.spec, volumes: [{ name: "data", persistentVolumeClaim: { claimName: "data" } }] },
      },
    },
  } as Deployment;
  const { strategy: _, ...spec } = bare.spec;
  const volumeClaimTemplates = [{ metadata: { name: "data" }, spec: { resources: { requests: { storage: "1Gi" } } } }];
  const claiming = { ...bare, kind: "StatefulSet", spec: { ...spec, volumeClaimTemplates } } as KubeObject;
  for (const workload of [bound, claiming])
    expect((tolerateTaint(workload, taint) as Deployment).spec.template.spec.tolerations, workload.kind).toHaveLength(1);
  expect(tolerateTaint(bare, taint)).toBe(bare);
});

type ContainerPatch = { readonly image?: string; readonly command?: readonly string[]; readonly resources?: object };

/** True where a restart made another revision after the last roll-out that changed the container. */
const isRestartedLast = (writes: readonly DatedWrite[], name: string): boolean => {
  const own = [...writes].sort((a, b) => a.atMs - b.atMs).filter(({ write }) => write.verb === "patch" && write.name === name);
  const lastChange = own.findLastIndex(({ write }) => JSON.stringify(write).includes('"containers"'));
  return own.findLastIndex(({ write }) => JSON.stringify(write).includes("restartedAt")) > lastChange;
};

const containerPatches = (writes: readonly DatedWrite[], name: string): readonly ContainerPatch[] =>
  [...writes]
    .sort((a, b) => a.atMs - b.atMs)
    .flatMap(({ write }) => {
      if (write.verb !== "patch" || write.resource !== "deployments.apps" || write.name !== name) return [];
      const { spec } = write.patch as {
        readonly spec?: { readonly template?: { readonly spec?: { readonly containers?: ContainerPatch[] } } };
      };
      return spec?.template?.spec?.containers ?? [];
    });
