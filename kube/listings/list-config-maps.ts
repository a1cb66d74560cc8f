import type { AppRecord } from "../app/app.ts";
import { workloadTarget } from "../checks/fault-target.ts";
import type { ClusterView } from "../ports/cluster-port.ts";
import type { ConfigMap } from "../types/storage.ts";
import { listObjects } from "../verbs/list.ts";

/**
 * Lists the ConfigMaps of the namespace that a component of the app reads, with the keys it reads, and whether others read them too;
 * the others with the reason why they are excluded.
 */
export const listConfigMaps = async (view: ClusterView, { app, namespace }: { readonly app: AppRecord; readonly namespace: string }) => {
  const configMaps = await listObjects<ConfigMap>(view, { resource: "configmaps", namespace });
  const judged = configMaps.map(({ metadata: { name } }) => {
    const readers = app.components.filter((candidate) => candidate.configMaps.some((used) => used.name === name));
    const [component] = readers;
    const use = component?.configMaps.find((used) => used.name === name);
    return { resource: `configmap/${name}`, component, use, isShared: readers.length > 1 };
  });
  return {
    targets: judged.flatMap(({ resource, component, use, isShared }) =>
      component === undefined || use === undefined
        ? []
        : [
            {
              resource,
              visible: component.userShare > 0,
              isShared,
              facts: {
                consumer: workloadTarget(component),
                keys: use.keys,
                settings: use.settings ?? [],
                addresses: use.addresses ?? [],
                unnoticed: use.unnoticed ?? [],
                areVariables: use.areVariables === true,
              },
            },
          ],
    ),
    excluded: judged
      .filter(({ component }) => component === undefined)
      .map(({ resource }) => ({ resource, reason: "no component of the app reads it" })),
  };
};
