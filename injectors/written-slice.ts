import type { Rng } from "#core/rng.ts";
import { kubectl, type ToolCall } from "#core/tool-call.ts";
import type { AppRecord } from "#kube/app/app.ts";
import { componentOf, nameOf, workloadTarget } from "#kube/checks/fault-target.ts";
import type { ClusterPort, ClusterView } from "#kube/ports/cluster-port.ts";
import type { EndpointSlice } from "#kube/types/network.ts";
import { createObject } from "#kube/verbs/create.ts";
import { listObjects } from "#kube/verbs/list.ts";

/** A Service, and an EndpointSlice of it that somebody wrote. */
export interface WrittenSlice {
  readonly service: string;
  /** `endpointslice/<name>` */
  readonly slice: string;
}

/** Resource of EndpointSlices. */
export const SLICES = "endpointslices.discovery.k8s.io";

/** Label that says whose endpoints a slice holds. */
export const SERVICE = "kubernetes.io/service-name";

/** Draws a slice that somebody writes. */
export const sliceName = (rng: Rng, service: string): string =>
  `endpointslice/${service}-${rng.pick(["1", "static", "fixed", "primary", "endpoint"])}`;

/** Workload whose pods answer for a Service. */
export const workloadBehind = (app: AppRecord, service: string): string => {
  const component = componentOf(app, service);
  return component === undefined ? `deployment/${nameOf(service)}` : workloadTarget(component);
};

/** Lists the slices of a Service. */
export const slicesOf = (view: ClusterView, namespace: string, service: string): Promise<readonly EndpointSlice[]> =>
  listObjects<EndpointSlice>(view, { resource: SLICES, namespace, labelSelector: `${SERVICE}=${nameOf(service)}` });

/** Writes the endpoints that a Service has into a slice that no controller keeps. */
export const copyEndpoints = async (cluster: ClusterPort, { service, slice }: WrittenSlice, namespace: string): Promise<void> => {
  const slices = await slicesOf(cluster, namespace, service);
  const [kept] = slices;
  if (kept === undefined) throw new Error(`${service} has no EndpointSlice`);
  const { addressType, ports = [] } = kept;
  const object: EndpointSlice = {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: { name: nameOf(slice), namespace, labels: { [SERVICE]: nameOf(service) } },
    addressType,
    ports,
    endpoints: slices.flatMap(({ endpoints }) => (endpoints ?? []).map(({ addresses }) => ({ addresses, conditions: { ready: true } }))),
  };
  await createObject(cluster, { resource: SLICES, object });
};

/** Call that deletes the slice that somebody wrote. */
export const deleteSlice = ({ slice }: Pick<WrittenSlice, "slice">): ToolCall => kubectl(`delete ${slice}`);

/** Call that leaves a slice without endpoints. */
export const emptySlice = ({ slice }: Pick<WrittenSlice, "slice">): ToolCall =>
  kubectl(`patch ${slice} --type=merge -p '{"endpoints":[]}'`);

/** Call that writes the address of a pod that runs into a slice. */
export const writeNewAddress = ({ slice }: WrittenSlice, selector: string): ToolCall => {
  const pod = `$(kubectl get pods -l ${selector} -o jsonpath='{.items[0].status.podIP}')`;
  return kubectl(`patch ${slice} --type=merge -p "{\\"endpoints\\":[{\\"addresses\\":[\\"${pod}\\"]}]}"`);
};
