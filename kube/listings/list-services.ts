import type { AppRecord } from "../app/app.ts";
import type { ClusterView } from "../ports/cluster-port.ts";
import type { Service } from "../types/network.ts";
import { listObjects } from "../verbs/list.ts";
import { keptByOperator } from "./kept-by-operator.ts";

/**
 * Lists the app's Services on which a fault of the Service would show: those with a selector and a caller who finds the
 * component by the Service's name; the others with the reason why they are excluded.
 *
 * @param areChanged true for a fault that changes the Service itself, which an operator would put back
 */
export const listServices = async (
  view: ClusterView,
  { app, namespace }: { readonly app: AppRecord; readonly namespace: string },
  { areChanged }: { readonly areChanged: boolean },
) => {
  const services = await listObjects<Service>(view, { resource: "services", namespace });
  const judged = services.map((service) => {
    const { metadata, spec } = service;
    const component = app.components.find(({ name }) => name === metadata.name);
    const reason = exclusionOf(spec, component) ?? (areChanged ? keptByOperator(service) : undefined);
    return { resource: `service/${metadata.name}`, component, reason, port: spec.ports?.[0]?.port ?? 0 };
  });
  return {
    targets: judged
      .filter(({ reason }) => reason === undefined)
      .map(({ resource, component, port }) => ({
        resource,
        visible: (component?.nameShare ?? component?.userShare ?? 0) > 0,
        facts: { port },
      })),
    excluded: judged.flatMap(({ resource, reason }) => (reason === undefined ? [] : [{ resource, reason }])),
  };
};

const exclusionOf = (spec: Service["spec"], component: AppRecord["components"][number] | undefined): string | undefined => {
  if (component === undefined) return "it belongs to no component of the app";
  if (Object.keys(spec.selector ?? {}).length === 0) return "it has no selector";
  if (component.dnsCallers.length === 0) return "no caller finds the component through the Service's name";
  return undefined;
};
