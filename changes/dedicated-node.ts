import type { Rng } from "#core/rng.ts";
import type { Taint } from "#kube/types/cluster.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Toleration } from "#kube/types/placement.ts";
import type { Deployment, StatefulSet } from "#kube/types/workloads.ts";

/** Draws the taint of a worker that is set apart for what keeps data. */
export const drawTaint = (rng: Rng): Taint => ({ ...rng.pick(TAINTS), effect: "NoSchedule" });

/** Keys of other families than those that people put on by mistake have, so that taking one off leaves the other. */
const TAINTS: readonly Pick<Taint, "key" | "value">[] = [
  { key: "node-class", value: "io" },
  { key: "reserved-for", value: "data" },
  { key: "tenant", value: "storage" },
];

/** Returns a manifest that tolerates the taint if its pods have claims, which bind them to their node. */
export const tolerateTaint = (manifest: KubeObject, { key, value, effect }: Taint): KubeObject => {
  const toleration = { key, operator: "Equal" as const, ...(value !== undefined && { value }), effect };
  if (OPERATED.has(manifest.kind)) {
    const { spec } = manifest as KubeObject & { readonly spec: { readonly tolerations?: readonly Toleration[] } };
    return { ...manifest, spec: { ...spec, tolerations: [...(spec.tolerations ?? []), toleration] } } as KubeObject;
  }
  if (!isWorkload(manifest) || !hasClaims(manifest)) return manifest;
  const { template } = manifest.spec;
  const tolerations = [...(template.spec.tolerations ?? []), toleration];
  const tolerant = { ...manifest, spec: { ...manifest.spec, template: { ...template, spec: { ...template.spec, tolerations } } } };
  return tolerant;
};

const isWorkload = (manifest: KubeObject): manifest is Deployment | StatefulSet =>
  manifest.kind === "Deployment" || manifest.kind === "StatefulSet";

const hasClaims = ({ spec }: Deployment | StatefulSet): boolean =>
  "volumeClaimTemplates" in spec ||
  spec.template.spec.volumes?.some(({ persistentVolumeClaim }) => persistentVolumeClaim !== undefined) === true;

/** Kinds whose operator gives the tolerations in their spec to pods with claims. */
const OPERATED: ReadonlySet<string> = new Set(["TidbCluster"]);
