import type { Rng } from "#core/rng.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import type { ImageBuild } from "#kube/ports/image-build.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Service } from "#kube/types/network.ts";
import type { PodTemplateSpec } from "#kube/types/pod.ts";
import type { Deployment, StatefulSet } from "#kube/types/workloads.ts";

/** A harmless form of what a fault breaks, on one object: the innocent have it too, so that it tells nothing by itself. */
export type Twin = CreatedTwin | PatchedTwin;

/** An object of its own. */
export interface CreatedTwin {
  readonly verb: "create";
  readonly resource: string;
  readonly object: KubeObject;
}

/** A change of an object that is there. */
export interface PatchedTwin {
  readonly verb: "patch";
  readonly resource: string;
  readonly name: string;
  /** Namespace of an object outside the app's; missing: the app's; null: it has none. */
  readonly namespace?: string | null;
  /** JSON merge patch. */
  readonly patch: object;
  /** Build of its image that is pushed first; missing: none. */
  readonly build?: ImageBuild;
}

/** Draws the twins of one fault for an episode, a pure function of the stream and the baseline: several objects, or none where nothing fits. */
export type DrawTwins = (rng: Rng, baseline: Baseline) => readonly Twin[];

/** A component's name with an ending that people give to what runs beside it, as `geo-canary`. */
export const neighbourName = (rng: Rng, baseline: Baseline): string => `${rng.pick(baseline.app.components).name}-${rng.pick(ENDINGS)}`;

const ENDINGS: readonly string[] = ["blue", "green", "next", "batch", "shadow", "warm", "preview", "b"];

/** Draws between `least` and `most` different names of neighbours. */
export const neighbourNames = (rng: Rng, baseline: Baseline, least: number, most: number): readonly string[] => [
  ...new Set(Array.from({ length: rng.int(least, most) }, (_, i) => neighbourName(rng.stream(`name ${i}`), baseline))),
];

/**
 * Draws two to four Services of the app and makes others like them, with a name that ends otherwise.
 *
 * @param specOf draws what one of them is like, from its own stream and the Service that it is like
 */
export const servicesBeside = (
  rng: Rng,
  baseline: Baseline,
  endings: readonly string[],
  specOf: (own: Rng, spec: Service["spec"]) => Service["spec"],
): readonly Twin[] =>
  rng
    .stream("services")
    .shuffle(
      (ownObjects(baseline, "services") as readonly Service[]).filter(
        ({ spec }) => spec.selector !== undefined && spec.ports?.[0] !== undefined,
      ),
    )
    .slice(0, rng.int(2, 4))
    .map(({ metadata, spec }): Twin => {
      const own = rng.stream(metadata.name);
      const made = specOf(own, spec);
      const { namespace } = baseline;
      const object: Service = {
        apiVersion: "v1",
        kind: "Service",
        metadata: { name: `${metadata.name}-${own.pick(endings)}`, namespace, labels: metadata.labels ?? {} },
        spec: made,
      };
      return { verb: "create", resource: "services", object };
    });

/**
 * A Deployment or StatefulSet without replicas, with the pods of one of the app's Deployments but for its name, its labels and what
 * `change` makes of its template.
 */
export const parkedSet = (
  rng: Rng,
  baseline: Baseline,
  name: string,
  change: (template: PodTemplateSpec) => PodTemplateSpec = (template) => template,
): readonly CreatedTwin[] => {
  const models = (ownObjects(baseline, "deployments.apps") as readonly Deployment[]).filter(
    ({ spec }) => (spec.replicas ?? 1) > 0 && (spec.template.spec.containers[0]?.ports ?? []).length > 0,
  );
  const model = models.find(({ metadata }) => name.startsWith(`${metadata.name}-`)) ?? (models.length === 0 ? undefined : rng.pick(models));
  if (model === undefined) return [];
  const labels = relabel(model.spec.template.metadata?.labels ?? {}, model.metadata.name, name);
  const template = change({ metadata: { labels }, spec: model.spec.template.spec } as PodTemplateSpec);
  const metadata = { name, namespace: baseline.namespace, labels: relabel(model.metadata.labels ?? {}, model.metadata.name, name) };
  const spec = { replicas: 0, selector: { matchLabels: labels }, template };
  if (rng.stream("kind").chance(DEPLOYMENTS))
    return [
      { verb: "create", resource: "deployments.apps", object: { apiVersion: "apps/v1", kind: "Deployment", metadata, spec } as Deployment },
    ];
  const object = { apiVersion: "apps/v1", kind: "StatefulSet", metadata, spec: { ...spec, serviceName: name } } as StatefulSet;
  return [{ verb: "create", resource: "statefulsets.apps", object }];
};

/** Share of Deployments among them: for each of those an alert fires, since its rule does not ask whether replicas are wanted. */
const DEPLOYMENTS = { numerator: 1, denominator: 2 } as const;

const relabel = (labels: Readonly<Record<string, string>>, from: string, to: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(labels).map(([key, value]) => [key, value === from ? to : value]));
