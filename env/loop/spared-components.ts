import type { AppRecord } from "#kube/app/app.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import type { InjectedFault } from "./incident.ts";

/**
 * Components that must not start anew while the faults are there: the faults' own, those who depend on them, and caches of these,
 * since a program may end when its cache goes. A fault that is no component's spares all who depend on anybody, and one of the
 * cluster all whom users would miss: what starts anew then may find no node. One that refuses pods spares all.
 */
export const sparedComponents = ({ components }: AppRecord, faults: readonly InjectedFault[]): ReadonlySet<string> => {
  if (faults.some(({ injector }) => injector.refusesPods)) return new Set(components.map(({ name }) => name));
  const concerned = concernedNames(components, faults);
  const caches = components.filter(({ role, dnsCallers }) => role === "cache" && dnsCallers.some((name) => concerned.has(name)));
  return new Set([...concerned, ...caches.map(({ name }) => name)]);
};

const concernedNames = (components: AppRecord["components"], faults: readonly InjectedFault[]): ReadonlySet<string> =>
  new Set(
    faults.flatMap(({ injector, target }) => {
      const name = nameOf(target);
      const own = components.filter(
        (component) => component.name === name || component.configMaps.some((configMap) => configMap.name === name),
      );
      const sources = own.length === 0 || injector.scope !== "namespace" ? components : own;
      return [
        name,
        ...own.map((component) => component.name),
        ...(injector.scope === "namespace" ? [] : components.filter(({ userShare }) => userShare > 0).map((component) => component.name)),
        ...sources.flatMap(({ dnsCallers, registryCallers, startLoadedBy, readBy }) => [
          ...dnsCallers,
          ...registryCallers,
          ...startLoadedBy,
          ...readBy,
        ]),
      ];
    }),
  );
