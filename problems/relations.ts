import type { AppComponent, AppRecord } from "#kube/app/app.ts";
import { workloadTarget } from "#kube/checks/fault-target.ts";
import type { Relations } from "#rewards/reward.ts";
import type { Ontology } from "./diagnosis/ontology/create-ontology.ts";

/** Relates resources and fault types of an app, for partial credit: ownership of each component's objects, and the call graph. */
export const relationsOf = (app: AppRecord, { typeOf, familyOf, toldApart }: Ontology): Relations => {
  const neighbours = new Map<string, Set<string>>();
  const link = (a: string, b: string) => {
    neighbours.set(a, (neighbours.get(a) ?? new Set()).add(b));
    neighbours.set(b, (neighbours.get(b) ?? new Set()).add(a));
  };
  for (const component of app.components) {
    const workload = workloadTarget(component);
    link(workload, `service/${component.name}`);
    for (const { name } of component.configMaps) link(workload, `configmap/${name}`);
    if (component.madeFrom !== undefined) link(workload, component.madeFrom);
    if (component.auth !== undefined) link(workload, `mongouser/${component.auth.user}@${component.auth.database}`);
    for (const caller of [...component.dnsCallers, ...component.registryCallers]) {
      const other = app.components.find(({ name }) => name === caller);
      if (other !== undefined) link(workload, workloadTarget(other));
    }
  }
  return {
    neighbours: Object.fromEntries([...neighbours].map(([resource, others]) => [resource, [...others].sort()])),
    catalogueTypes: typeOf,
    toldApart: toldApart.map(({ type }) => type),
    families: familyOf,
    sufferers: Object.fromEntries(app.components.flatMap((component) => sufferersOf(app, component))),
    componentOf: Object.fromEntries(
      app.components.flatMap((component) => objectsOf(component).map((resource) => [resource, component.name])),
    ),
    userShares: Object.fromEntries(
      app.components.flatMap((component) => objectsOf(component).map((resource) => [resource, component.userShare])),
    ),
  };
};

/**
 * Resources that are affected when a component breaks: everything that calls it, by any number of steps; and itself,
 * where what it reads is broken.
 */
const sufferersOf = (app: AppRecord, component: AppComponent): readonly (readonly [resource: string, sufferers: readonly string[]])[] => {
  const callers = callersOf(app, component).flatMap((caller) => ownObjectsOf(caller));
  const own = ownObjectsOf(component);
  return objectsOf(component).map((resource) => [resource, own.includes(resource) ? callers : [...own, ...callers]]);
};

/** Components that call this one, by any number of steps. */
export const callersOf = (app: AppRecord, component: AppComponent): readonly AppComponent[] => {
  const found = new Set<AppComponent>();
  const queue = [component];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const names = [...next.dnsCallers, ...next.registryCallers];
    for (const caller of app.components) {
      if (!names.includes(caller.name) || found.has(caller) || caller === component) continue;
      found.add(caller);
      queue.push(caller);
    }
  }
  return [...found];
};

const ownObjectsOf = (component: AppComponent): readonly string[] => [workloadTarget(component), `service/${component.name}`];

const objectsOf = (component: AppComponent): readonly string[] => [
  ...ownObjectsOf(component),
  ...component.configMaps.map(({ name }) => `configmap/${name}`),
  ...(component.auth === undefined ? [] : [`mongouser/${component.auth.user}@${component.auth.database}`]),
];
