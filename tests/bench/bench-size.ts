import { loadApps } from "#env/catalogue/load-apps.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { handle } from "#sim/apiserver/http/handle.ts";
import { listObjects } from "#sim/apiserver/store/store.ts";
import { bootWorld } from "#sim/boot-world.ts";
import type { World } from "#sim/kernel/world.ts";
import { cpuMsOf, round, summarize } from "./stats.ts";

/**
 * Measures what the replacement of a pod costs in clusters of 19 and of 200 workloads, by turns in one process: the CPU time from its
 * deletion until its successor has been ready for a while.
 */
export const benchSizes = async (repeats: number) => {
  const worlds = await Promise.all(SIZES.map(bootOfSize));
  const samples = worlds.map((): number[] => []);
  for (let i = 0; i < 2 * repeats; i++) {
    for (const [size, world] of worlds.entries()) {
      const cpuMs = replacePod(world.fork(`bench-${i}`));
      // The first half has the code compiled.
      if (i >= repeats) samples[size]!.push(cpuMs);
    }
  }
  const [few, many] = samples.map((ofSize) => summarize(ofSize));
  return { [`of_${SIZES[0]}`]: few, [`of_${SIZES[1]}`]: many, ratio: round(many!.p50 / few!.p50) };
};

/** Numbers of workloads: those of hotel-reservation, and as many copies of its caches beside them as make up the rest. */
const SIZES = [19, 200];

const bootOfSize = async (size: number): Promise<World> => {
  const app = (await loadApps()).find(({ record }) => record.name === "hotel-reservation")!;
  const copies = Array.from({ length: size - SIZES[0]! }, (_, i) => copiesOf(app.manifests, i)).flat();
  return bootWorld({ app: app.record, behaviour: app.behaviour, manifests: [...app.manifests, ...copies], seed: "bench", variant: 0 });
};

/** Returns a Deployment and a Service that are a cache of the app by another name. */
const copiesOf = (manifests: readonly KubeObject[], i: number): readonly KubeObject[] =>
  manifests
    .filter(({ metadata }) => metadata.name === COPIED)
    .map((manifest) => JSON.parse(JSON.stringify(manifest).replaceAll(COPIED, `${COPIED}-${i}`)) as KubeObject);

const COPIED = "memcached-rate";

/** Deletes a pod and lets two minutes pass. @returns CPU time, ms */
const replacePod = (world: World): number => {
  const pod = listObjects(world, "pods").find(({ metadata }) => metadata.name.startsWith("rate-"))!;
  const path = `/api/v1/namespaces/${pod.metadata.namespace}/pods/${pod.metadata.name}`;
  return cpuMsOf(() => {
    handle(world, { method: "DELETE", path, query: {}, user: ADMIN });
    world.runUntil(world.nowMs() + SPAN_MS);
  }).cpuMs;
};

const ADMIN = { username: "kubernetes-admin", groups: ["system:masters"] };

/** Longer than a replacement takes, ms. */
const SPAN_MS = 120_000;
