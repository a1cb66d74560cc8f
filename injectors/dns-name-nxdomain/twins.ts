import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import type { Service } from "#kube/types/network.ts";
import type { DrawTwins, Twin } from "../twin.ts";
import { baselineCorefile, DNS } from "./corefile.ts";

/** Names that the name servers deny, of Services that exist and that nobody calls. */
export const twins: DrawTwins = (rng, baseline) => {
  const corefile = baselineCorefile(baseline);
  const model = modelOf(baseline);
  if (!BEFORE.test(corefile) || model === undefined) return [];
  const names = rng
    .stream("names")
    .shuffle(ENDINGS)
    .slice(0, rng.int(2, 4))
    .map((ending) => `${rng.stream(ending).pick(baseline.app.components).name}-${ending}`);
  const stanzas = names.map((name) => {
    const type = rng.stream(`type of ${name}`).pick(["A", "ANY"]);
    return `    template IN ${type} ${name}.${baseline.namespace}.svc.cluster.local {\n       rcode NXDOMAIN\n    }\n`;
  });
  const data = { Corefile: corefile.replace(BEFORE, (line) => stanzas.join("") + line) };
  return [
    ...names.map((name): Twin => ({ verb: "create", resource: "services", object: serviceOf(model, name, baseline) })),
    { verb: "patch", resource: "configmaps", name: DNS.name, namespace: DNS.namespace, patch: { data } },
  ];
};

/** The line before which stanzas are put: that before which the fault puts its own. */
const BEFORE = /^[ \t]*kubernetes[ \t]/m;

const ENDINGS: readonly string[] = ["legacy", "eu", "readonly", "mirror", "backfill", "v0"];

const modelOf = (baseline: Baseline): Service | undefined =>
  (ownObjects(baseline, "services") as readonly Service[]).find(({ spec }) => spec.selector !== undefined && spec.ports !== undefined);

const serviceOf = ({ spec }: Service, name: string, { namespace, app }: Baseline): Service => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name, namespace, labels: { [app.labelKey]: name } },
  spec: { selector: { [app.labelKey]: name }, ports: (spec.ports ?? []).slice(0, 1).map(({ nodePort: _allocated, ...port }) => port) },
});
