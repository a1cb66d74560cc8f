import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import type { Service } from "#kube/types/network.ts";
import { ADDRESS_TYPES, baselineCorefile, DNS, denyZones } from "../corefile.ts";
import { idleSet } from "../idle-set.ts";
import type { DrawTwins, Twin } from "../twin.ts";

/** Names that the name servers deny, of Services and idle workloads that exist and that nobody calls. */
export const twins: DrawTwins = (rng, baseline) => {
  const model = modelOf(baseline);
  const names = rng
    .stream("names")
    .shuffle(ENDINGS)
    .slice(0, rng.int(2, 4))
    .map((ending) => `${rng.stream(ending).pick(baseline.app.components).name}-${ending}`);
  const denied = names.map((name) => ({
    zone: `${name}.${baseline.namespace}.svc.cluster.local`,
    type: rng.stream(`type of ${name}`).pick(ADDRESS_TYPES),
  }));
  const corefile = denyZones(baselineCorefile(baseline), denied);
  if (corefile === undefined || model === undefined) return [];
  return [
    ...names.map((name): Twin => ({ verb: "create", resource: "services", object: serviceOf(model, name, baseline) })),
    ...names.flatMap((name) => idleSet(rng.stream(`set of ${name}`), baseline, name)),
    { verb: "patch", resource: "configmaps", name: DNS.name, namespace: DNS.namespace, patch: { data: { Corefile: corefile } } },
  ];
};

const ENDINGS: readonly string[] = ["legacy", "eu", "readonly", "mirror", "backfill", "v0"];

const modelOf = (baseline: Baseline): Service | undefined =>
  (ownObjects(baseline, "services") as readonly Service[]).find(({ spec }) => spec.selector !== undefined && spec.ports !== undefined);

const serviceOf = ({ spec }: Service, name: string, { namespace, app }: Baseline): Service => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name, namespace, labels: { [app.labelKey]: name } },
  spec: { selector: { [app.labelKey]: name }, ports: (spec.ports ?? []).slice(0, 1).map(({ nodePort: _allocated, ...port }) => port) },
});
