import type { AppRecord } from "../app/app.ts";
import type { ClusterView } from "../ports/cluster-port.ts";
import type { Service } from "../types/network.ts";
import { listObjects } from "../verbs/list.ts";

/**
 * Lists the app's Services on which a fault of the Service would show: those with a selector and a caller who finds the
 * component by the Service's name; the others with the reason why they are excluded.
 */
export const listServices = async (view: ClusterView, { app, namespace }: { readonly app: AppRecord; readonly namespace: string }) => {
  const services = await listObjects<Service>(view, { resource: "services", namespace });
  const judged = services.map(({ metadata: { name }, spec }) => {
    const component = app.components.find((candidate) => candidate.name === name);
    return { resource: `service/${name}`, component, reason: exclusionOf(spec, component), port: spec.ports?.[0]?.port ?? 0 };
  });
  return {
    targets: judged
      .filter(({ reason }) => reason === undefined)
      .map(({ resource, component, port }) => ({ resource, visible: (component?.userShare ?? 0) > 0, facts: { port } })),
    excluded: judged.flatMap(({ resource, reason }) => (reason === undefined ? [] : [{ resource, reason }])),
  };
};

const exclusionOf = (spec: Service["spec"], component: AppRecord["components"][number] | undefined): string | undefined => {
  if (component === undefined) return "it belongs to no component of the app";
  if (Object.keys(spec.selector ?? {}).length === 0) return "it has no selector";
  if (component.dnsCallers.length === 0) return "no caller finds the component through the Service's name";
  return undefined;
};
