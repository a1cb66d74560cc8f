import { z } from "zod";
import type { EndpointSlice, Service } from "#kube/types/network.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { renderTable } from "#kubectl/print/render-table.ts";
import { defineAction } from "../action.ts";
import { ACTION_COSTS_MS } from "../costs.ts";
import { requestRefused } from "../request-refused.ts";

export default defineAction({
  name: "get_services",
  description:
    "List the Kubernetes Services with their ports (port->targetPort/protocol), selector, and number of ready and not-ready endpoints.",
  profiles: { kubectl: false, typed: true, readonly: true, conductor: false },
  mutating: false,
  arguments: {
    namespace: z.string().optional().describe("Namespace to list. Default: the application's namespace."),
  },
  run: async ({ cluster, namespace: own }, { namespace = own }) => {
    try {
      const services = await listObjects<Service>(cluster, { resource: "services", namespace });
      const slices = await listObjects<EndpointSlice>(cluster, { resource: "endpointslices.discovery.k8s.io", namespace });
      const content =
        services.length === 0
          ? `No services in ${namespace}.\n`
          : renderTable({ header: HEADER, rows: services.map((service) => rowOf(service, slices)) }, false);
      return { status: "OK", content, hadEffect: false, costMs: ACTION_COSTS_MS.get_services };
    } catch (error) {
      return requestRefused(error, ACTION_COSTS_MS.get_services);
    }
  },
});

const HEADER = ["SERVICE", "PORTS", "SELECTOR", "READY ENDPOINTS", "NOT READY"];

const rowOf = ({ metadata, spec: { ports, selector } }: Service, slices: readonly EndpointSlice[]): readonly string[] => {
  const endpoints = slices
    .filter((slice) => slice.metadata.labels?.["kubernetes.io/service-name"] === metadata.name)
    .flatMap((slice) => slice.endpoints ?? []);
  const ready = endpoints.filter((endpoint) => endpoint.conditions?.ready !== false).length;
  const portText = (ports ?? []).map((port) => `${port.port}->${port.targetPort ?? port.port}/${port.protocol ?? "TCP"}`).join(",");
  const selectorText = Object.keys(selector ?? {})
    .sort()
    .map((key) => `${key}=${selector?.[key]}`)
    .join(",");
  return [metadata.name, portText || "<none>", selectorText || "<none>", String(ready), String(endpoints.length - ready)];
};
