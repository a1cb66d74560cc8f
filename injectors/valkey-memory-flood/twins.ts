import { ownObjects } from "#kube/app/baseline.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import { givenUpJob } from "../given-up-job.ts";
import { isRedisImage } from "../redis-image.ts";
import type { DrawTwins } from "../twin.ts";
import { floodJob, PREFIXES } from "./flood-job.ts";

/** Jobs that were to fill a store and that nobody lets run. */
export const twins: DrawTwins = (rng, baseline) => {
  const stores = (ownObjects(baseline, "deployments.apps") as readonly Deployment[]).flatMap(({ metadata, spec }) => {
    const image = spec.template.spec.containers[0]?.image ?? "";
    return isRedisImage(image) ? [{ host: metadata.name, image }] : [];
  });
  if (stores.length === 0) return [];
  return Array.from({ length: rng.int(2, 4) }, (_, i) => {
    const own = rng.stream(`job ${i}`);
    const { host, image } = own.pick(stores);
    const prefix = own.pick(PREFIXES);
    const sizes = { kib: own.pick([256, 512, 768, 1_024]), pauseSeconds: own.pick([1, 2, 5]) };
    const name = `${host}-${prefix}-${own.int(100, 999)}`;
    return givenUpJob(own, floodJob({ name, namespace: baseline.namespace }, { host, image, prefix, ...sizes }));
  });
};
