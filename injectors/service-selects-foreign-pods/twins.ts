import type { Service } from "#kube/types/network.ts";
import { idleSet } from "../idle-set.ts";
import { servicesBeside } from "../services-beside.ts";
import { type CreatedTwin, type DrawTwins, neighbourNames } from "../twin.ts";
import { sharedLabel } from "./shared-label.ts";

/**
 * Idle workloads with labels in common, Services that select by such a label alone, one of them with the name of such a workload, and Services
 * for whole parts of the app; nobody calls them.
 */
export const twins: DrawTwins = (rng, baseline) => {
  const label = sharedLabel(rng.stream("label"), []);
  const labels = { [label.key]: label.value };
  const names = neighbourNames(rng.stream("parked"), baseline, 2, 3);
  const parked = names.flatMap((name) =>
    idleSet(rng.stream(name), baseline, name, (template) => ({
      ...template,
      metadata: { ...template.metadata, labels: { ...template.metadata?.labels, ...labels } },
    })),
  );
  const beside = servicesBeside(rng, baseline, ENDINGS, (own, spec): Service["spec"] => {
    const ports = (spec.ports ?? []).map(({ nodePort: _allocated, ...port }) => port);
    return own.stream("alone").chance({ numerator: 1, denominator: 2 })
      ? { selector: labels, ports }
      : { selector: { ...spec.selector, ...labels }, ports };
  });
  const model = beside.find(({ resource }) => resource === "services") as CreatedTwin | undefined;
  const [name] = names;
  return [...parked, ...beside, ...(model === undefined || name === undefined ? [] : [ofWorkload(model, name, labels)])];
};

const ofWorkload = (model: CreatedTwin, name: string, selector: Readonly<Record<string, string>>): CreatedTwin => {
  const { metadata, spec } = model.object as Service;
  return { ...model, object: { ...model.object, metadata: { ...metadata, name }, spec: { ...spec, selector } } as Service };
};

const ENDINGS: readonly string[] = ["group", "all", "pool", "shared", "team"];
