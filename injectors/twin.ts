import type { Rng } from "#core/rng.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import { withContainer } from "#kube/objects/with-container.ts";
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
 * Draws two to four Services of the app and makes others like them, with a name that ends otherwise, some of them for a trial that
 * somebody gave up.
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
    .flatMap(({ metadata, spec }): readonly Twin[] => {
      const own = rng.stream(metadata.name);
      const made = specOf(own, spec);
      const { namespace } = baseline;
      const object: Service = {
        apiVersion: "v1",
        kind: "Service",
        metadata: { name: `${metadata.name}-${own.pick(endings)}`, namespace, labels: metadata.labels ?? {} },
        spec: made,
      };
      const isForTrial = own.stream("for trial").chance({ numerator: 1, denominator: 2 });
      return [{ verb: "create", resource: "services", object }, ...(isForTrial ? trialSet(own, baseline, object.metadata.name) : [])];
    });

/** A workload of a release that is not pushed. */
const trialSet = (rng: Rng, baseline: Baseline, name: string): readonly CreatedTwin[] =>
  abandonedSet(rng.stream("trial"), baseline, name, (template) =>
    withContainer(template, ({ image = "" }) => ({ image: unpushedRelease(rng.stream("image"), image) })),
  );

/** Draws a release of an image that has not been pushed, or is under another name. */
export const unpushedRelease = (rng: Rng, image: string): string => {
  const bare = image.replace(/@.*$/, "");
  const colon = bare.indexOf(":", bare.lastIndexOf("/") + 1);
  const [repository, tag] = colon < 0 ? [bare, "latest"] : [bare.slice(0, colon), bare.slice(colon + 1)];
  return rng.pick([
    `${repository}:${tag}-rc${rng.int(1, 4)}`,
    `${repository}:release-${rng.int(2, 9)}.${rng.int(0, 9)}`,
    `${repository}-service:${tag}`,
    `${repository}:${tag}-debug`,
  ]);
};

/**
 * A Deployment or StatefulSet without replicas, with the pods of one of the app's Deployments but for its name, its labels and what
 * `change` makes of its template.
 */
export const parkedSet = (
  rng: Rng,
  baseline: Baseline,
  name: string,
  change: (template: PodTemplateSpec) => PodTemplateSpec = (template) => template,
): readonly CreatedTwin[] => besideSet(rng, baseline, name, 0, change);

/**
 * The same, for a template with which no pod can start. Most want pods nevertheless, as a trial that somebody gave up: nobody calls them,
 * and what is wrong with them harms nobody.
 */
export const abandonedSet = (
  rng: Rng,
  baseline: Baseline,
  name: string,
  change: (template: PodTemplateSpec) => PodTemplateSpec,
): readonly CreatedTwin[] => besideSet(rng, baseline, name, rng.stream("replicas").pick(ABANDONED_REPLICAS), change);

const ABANDONED_REPLICAS: readonly number[] = [0, 1, 1, 2];

const besideSet = (
  rng: Rng,
  baseline: Baseline,
  name: string,
  replicas: number,
  change: (template: PodTemplateSpec) => PodTemplateSpec,
): readonly CreatedTwin[] => {
  const models = (ownObjects(baseline, "deployments.apps") as readonly Deployment[]).filter(
    ({ spec }) => (spec.replicas ?? 1) > 0 && (spec.template.spec.containers[0]?.ports ?? []).length > 0,
  );
  const model = models.find(({ metadata }) => name.startsWith(`${metadata.name}-`)) ?? (models.length === 0 ? undefined : rng.pick(models));
  if (model === undefined) return [];
  const labels = relabel(model.spec.template.metadata?.labels ?? {}, model.metadata.name, name);
  const template = change({ metadata: { labels }, spec: model.spec.template.spec } as PodTemplateSpec);
  const metadata = { name, namespace: baseline.namespace, labels: relabel(model.metadata.labels ?? {}, model.metadata.name, name) };
  const spec = { replicas, selector: { matchLabels: labels }, template };
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
