import type { Rng } from "#core/rng.ts";
import { withContainer } from "../../../objects/with-container.ts";
import type { KubeObject } from "../../../types/meta.ts";
import type { Service } from "../../../types/network.ts";
import type { Container, PodTemplateSpec } from "../../../types/pod.ts";
import type { Deployment, StatefulSet } from "../../../types/workloads.ts";
import type { AppComponent, AppRecord } from "../../app.ts";

/** Objects of an app, which a form changes or adds to, with what is known of the app. */
export interface Furnishing {
  readonly objects: readonly KubeObject[];
  readonly record: AppRecord;
}

/** A way to write sound specifications otherwise, a pure function of its stream and the objects. */
export type Form = (rng: Rng, furnishing: Furnishing) => readonly KubeObject[];

/** A workload of the app's own with its component. */
export interface OwnWorkload {
  readonly workload: Deployment | StatefulSet;
  readonly component: AppComponent;
}

/** The workloads of components, in the order of the objects. */
export const ownWorkloads = ({ objects, record }: Furnishing): readonly OwnWorkload[] =>
  objects.flatMap((object) => {
    const component = WORKLOADS.has(object.kind ?? "") ? record.components.find(({ name }) => name === object.metadata.name) : undefined;
    return component === undefined ? [] : [{ workload: object as OwnWorkload["workload"], component }];
  });

const WORKLOADS: ReadonlySet<string> = new Set(["Deployment", "StatefulSet"]);

/** The Services with a selector whose pods are those of one of the app's own workloads. */
export const servicesOf = ({ objects }: Furnishing, { workload }: OwnWorkload): readonly Service[] =>
  objects.filter((object): object is Service => {
    if (object.kind !== "Service") return false;
    const wanted = Object.entries((object as Service).spec.selector ?? {});
    return wanted.length > 0 && wanted.every(([key, value]) => workload.spec.template.metadata?.labels?.[key] === value);
  });

/** Draws some of a list, each with the same odds, which are drawn too: so are forms rare in one variant and common in another. */
export const drawSome = <T>(rng: Rng, items: readonly T[], nameOf: (item: T) => string): readonly T[] => {
  const odds = rng.stream("odds").pick(ODDS);
  return items.filter((item) => rng.stream(nameOf(item)).chance(odds));
};

const ODDS = [
  { numerator: 1, denominator: 5 },
  { numerator: 2, denominator: 5 },
  { numerator: 3, denominator: 5 },
] as const;

/** Draws some of the app's own workloads. */
export const someWorkloads = (rng: Rng, furnishing: Furnishing): readonly OwnWorkload[] =>
  drawSome(rng, ownWorkloads(furnishing), ({ workload }) => workload.metadata.name);

/** The objects with others in the places of some of them, and with some more at the end. */
export const withObjects = (
  objects: readonly KubeObject[],
  changed: ReadonlyMap<KubeObject, KubeObject>,
  added: readonly KubeObject[] = [],
): readonly KubeObject[] => [...objects.map((object) => changed.get(object) ?? object), ...added];

/** A workload with another template. */
export const withTemplate = <W extends Deployment | StatefulSet>(
  workload: W,
  change: (template: PodTemplateSpec) => PodTemplateSpec,
): W => ({
  ...workload,
  spec: { ...workload.spec, template: change(workload.spec.template) },
});

/** A workload with other fields of its first container. */
export const withFirstContainer = <W extends Deployment | StatefulSet>(
  workload: W,
  change: (container: Container) => Partial<Container>,
): W => withTemplate(workload, (template) => withContainer(template, change));

/** Endings of the names of what is gone: of Services that select nothing, and in addresses that nobody reads. */
export const GONE: readonly string[] = ["v1", "legacy", "old", "standby", "eu"];
