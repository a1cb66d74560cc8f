import { type DrawTwins, neighbourNames, parkedSet } from "../twin.ts";

/** Parked workloads for nodes that are not there at the moment, or for every node. */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng, baseline, 2, 4).flatMap((name) => {
    const nodeSelector = rng.stream(`node of ${name}`).pick(SELECTORS);
    return parkedSet(rng.stream(name), baseline, name, (template) => ({ ...template, spec: { ...template.spec, nodeSelector } }));
  });

const SELECTORS: readonly Readonly<Record<string, string>>[] = [
  { "kubernetes.io/os": "linux" },
  { "kubernetes.io/arch": "amd64" },
  { "kubernetes.io/hostname": "worker-gpu-1" },
  { "kubernetes.io/hostname": "pool-b-0" },
];
