import type { EndpointSlice, Service } from "#kube/types/network.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { renderTable } from "#kubectl/print/render-table.ts";
import { type ActionTool, defineAction } from "../action.ts";
import { checkArguments, inputSchema } from "../arguments.ts";
import { ACTION_COSTS_MS, CONTENT_MAX_BYTES } from "../costs.ts";
import { requestRefused } from "../request-refused.ts";

const spec: ActionTool["spec"] = {
  name: "get_services",
  description: "Lists the services of the application with their ports, what they select, and how many of their endpoints are ready.",
  inputSchema: inputSchema({ namespace: { type: "string", description: "Another namespace than the application's." } }),
  mutating: false,
  contentMaxBytes: CONTENT_MAX_BYTES,
};

export default defineAction({
  spec,
  run: async (context, given) => {
    const checked = checkArguments(spec, given);
    if (!checked.ok) return checked.output;
    const namespace = (checked.args["namespace"] as string | undefined) ?? context.namespace;
    try {
      const services = await listObjects<Service>(context.cluster, { resource: "services", namespace });
      const slices = await listObjects<EndpointSlice>(context.cluster, { resource: "endpointslices.discovery.k8s.io", namespace });
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
