import { keepWhile } from "#core/keep-while.ts";
import { toTimestamp } from "#core/timestamp.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { EndpointSlice } from "#kube/types/network.ts";
import type { World } from "../../kernel/world.ts";
import { listObjects } from "../store/store.ts";

/** State of the server that a group is handed on to: nobody has registered one, it has no ready endpoint, or it serves. */
export const aggregatedServer = (world: World, group: string): "absent" | "unavailable" | "served" => {
  const apis = world.parts.config["aggregatedApis"] as Readonly<Record<string, unknown>> | undefined;
  if (apis?.[group] === undefined) return "absent";
  const service = listObjects<ApiService>(world, API_SERVICES).find(({ spec }) => spec.group === group);
  if (service === undefined) return "absent";
  return hasEndpoints(world, service) ? "served" : "unavailable";
};

/** An APIService with its availability as it is now. */
export const withAvailability = (world: World, object: KubeObject): KubeObject => {
  const service = object as ApiService;
  return service.spec.service == null ? object : judged(service, hasEndpoints(world, service));
};

interface ApiService extends KubeObject {
  readonly spec: { readonly group?: string; readonly service?: { readonly name: string; readonly namespace: string } | null };
}

const API_SERVICES = "apiservices.apiregistration.k8s.io";

/** True where a Service has an endpoint that is ready; one of the API server itself always does. */
const hasEndpoints = (world: World, { spec: { service } }: ApiService): boolean =>
  service == null ||
  listObjects<EndpointSlice>(world, "endpointslices.discovery.k8s.io", service.namespace).some(
    ({ metadata, endpoints }) =>
      metadata.labels?.["kubernetes.io/service-name"] === service.name &&
      (endpoints ?? []).some(({ conditions }) => conditions?.ready !== false),
  );

const judged = keepWhile((service: ApiService, isAvailable: boolean): KubeObject => {
  const { name, namespace } = service.spec.service as { readonly name: string; readonly namespace: string };
  const verdict = isAvailable
    ? { status: "True", reason: "Passed", message: "all checks passed" }
    : {
        status: "False",
        reason: "MissingEndpoints",
        message: `endpoints for service/${name} in "${namespace}" have no addresses with port name "https"`,
      };
  const lastTransitionTime = service.metadata.creationTimestamp ?? toTimestamp(0);
  return { ...service, status: { conditions: [{ lastTransitionTime, ...verdict, type: "Available" }] } } as KubeObject;
});
