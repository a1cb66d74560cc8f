import type { Rng } from "#core/rng.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import { HOSTNAME } from "#kube/listings/list-nodes.ts";
import { withContainer } from "#kube/objects/with-container.ts";
import type { PodTemplateSpec } from "#kube/types/pod.ts";
import type { Deployment, StatefulSet } from "#kube/types/workloads.ts";
import { splitImage } from "./image-fault.ts";
import { missingNode } from "./missing-node.ts";
import type { CreatedTwin } from "./twin.ts";

/** Makes something of a template. */
type Change = (template: PodTemplateSpec) => PodTemplateSpec;

/**
 * A Deployment or StatefulSet beside the app that does nothing, with the pods of one of the app's Deployments but for its name, its labels
 * and what `change` makes of its template. Some are parked; others are trials that somebody gave up, whose pods never started: nobody calls
 * them, and what is wrong with them harms nobody.
 */
export const idleSet = (rng: Rng, baseline: Baseline, name: string, change: Change = unchanged): readonly CreatedTwin[] =>
  rng.stream("trial").stream("given up").chance(GIVEN_UP)
    ? givenUpSet(rng, baseline, name, change)
    : parkedSet(rng, baseline, name, change);

const GIVEN_UP = { numerator: 3, denominator: 4 } as const;

const unchanged: Change = (template) => template;

/** An idle set that somebody gave up, since no node takes its pods or nobody pushed their image. */
export const givenUpSet = (
  rng: Rng,
  baseline: Baseline,
  name: string,
  change: Change = unchanged,
  replicas = drawReplicas(rng),
): readonly CreatedTwin[] => {
  const why = rng.stream("trial");
  const keepFromStarting = why.pick<Change>([
    (template) => withoutNode(why, baseline, template),
    (template) => withoutNode(why, baseline, template),
    (template) => withContainer(template, ({ image = "" }) => ({ image: unpushedRelease(why, image) })),
  ]);
  return besideSet(rng, baseline, name, { replicas, change: (template) => keepFromStarting(change(template)) });
};

/** A StatefulSet that was to be large and was given up: it waits for its first pod, which no node takes, and makes no other. */
export const waitingStatefulSet = (rng: Rng, baseline: Baseline, name: string, replicas: number): readonly CreatedTwin[] =>
  besideSet(rng, baseline, name, { replicas, change: (template) => withoutNode(rng, baseline, template), kind: "StatefulSet" });

const withoutNode = (rng: Rng, { objects }: Baseline, { spec, ...template }: PodTemplateSpec): PodTemplateSpec => {
  const nodes = (objects["nodes"] ?? []).map(({ metadata }) => metadata.name);
  return { ...template, spec: { ...spec, nodeSelector: { ...spec.nodeSelector, [HOSTNAME]: missingNode(rng, nodes) } } };
};

/** An idle set without replicas. */
export const parkedSet = (rng: Rng, baseline: Baseline, name: string, change: Change = unchanged): readonly CreatedTwin[] =>
  besideSet(rng, baseline, name, { replicas: 0, change });

/** An idle set of a template with which no pod can start: most want pods nevertheless. */
export const abandonedSet = (rng: Rng, baseline: Baseline, name: string, change: Change): readonly CreatedTwin[] =>
  besideSet(rng, baseline, name, { replicas: drawReplicas(rng), change });

const drawReplicas = (rng: Rng): number => rng.stream("replicas").pick(ABANDONED_REPLICAS);

const ABANDONED_REPLICAS: readonly number[] = [0, 1, 1, 2];

interface Beside {
  readonly replicas: number;
  readonly change: Change;
  /** Missing: one is drawn. */
  readonly kind?: "StatefulSet";
}

const besideSet = (rng: Rng, baseline: Baseline, name: string, { replicas, change, kind }: Beside): readonly CreatedTwin[] => {
  const models = (ownObjects(baseline, "deployments.apps") as readonly Deployment[]).filter(
    ({ spec }) => (spec.replicas ?? 1) > 0 && (spec.template.spec.containers[0]?.ports ?? []).length > 0,
  );
  // The longest: `user-mongodb-blue` is like `user-mongodb`, not like `user`.
  const like = models
    .filter(({ metadata }) => name.startsWith(`${metadata.name}-`))
    .toSorted((a, b) => b.metadata.name.length - a.metadata.name.length);
  const model = like[0] ?? (models.length === 0 ? undefined : rng.pick(models));
  if (model === undefined) return [];
  const labels = relabel(model.spec.template.metadata?.labels ?? {}, model.metadata.name, name);
  const template = change({ metadata: { labels }, spec: model.spec.template.spec } as PodTemplateSpec);
  const metadata = { name, namespace: baseline.namespace, labels: relabel(model.metadata.labels ?? {}, model.metadata.name, name) };
  const spec = { replicas, selector: { matchLabels: labels }, template };
  if (kind === undefined && rng.stream("kind").chance(DEPLOYMENTS))
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

/** Draws a release of an image that has not been pushed, or is under another name. */
export const unpushedRelease = (rng: Rng, image: string): string => {
  const { repository, tag } = splitImage(image);
  return rng.pick([
    `${repository}:${tag}-rc${rng.int(1, 4)}`,
    `${repository}:release-${rng.int(2, 9)}.${rng.int(0, 9)}`,
    `${repository}-service:${tag}`,
    `${repository}:${tag}-debug`,
  ]);
};
