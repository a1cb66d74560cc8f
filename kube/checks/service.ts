import { isPodNameOf } from "../objects/pod-owner-name.ts";
import type { ClusterView } from "../ports/cluster-port.ts";
import type { EndpointSlice, Service } from "../types/network.ts";
import { listObjects } from "../verbs/list.ts";
import { type Makers, readMakers, whyFleeting } from "./lasting-backing.ts";
import type { Finding } from "./oracle.ts";

/** Names of the pods that are ready endpoints of a Service. */
export const readyEndpointPods = async (view: ClusterView, namespace: string, service: string): Promise<readonly string[]> =>
  readyPodsOf(await listObjects<EndpointSlice>(view, { resource: SLICES, namespace, labelSelector: `${SERVICE_LABEL}=${service}` }));

const SLICES = "endpointslices.discovery.k8s.io";
const SERVICE_LABEL = "kubernetes.io/service-name";

const readyPodsOf = (slices: readonly EndpointSlice[]): readonly string[] => {
  const ready = slices.flatMap(({ endpoints }) => endpoints ?? []).filter(({ conditions }) => conditions?.ready !== false);
  return ready.map(({ targetRef, addresses }) => targetRef?.name ?? addresses[0] ?? "?");
};

/** A Service with its EndpointSlices, and what makes the pods behind it. */
export interface Backing {
  readonly service: Service;
  readonly slices: readonly EndpointSlice[];
  readonly makers: Makers;
}

/** Reads all Services of a namespace with what stands behind them, by name. */
export const listBackings = async (view: ClusterView, namespace: string): Promise<ReadonlyMap<string, Backing>> => {
  const services = await listObjects<Service>(view, { resource: "services", namespace });
  const slices = Map.groupBy(
    await listObjects<EndpointSlice>(view, { resource: SLICES, namespace }),
    ({ metadata }) => metadata.labels?.[SERVICE_LABEL],
  );
  const makers = await readMakers(view, namespace);
  return new Map(services.map((service) => [service.metadata.name, { service, slices: slices.get(service.metadata.name) ?? [], makers }]));
};

/** Holds if a Service exists, has no external name, every ready endpoint is a pod of the workload, and their successors will be. */
export const judgeServiceBacked = async (
  view: ClusterView,
  { namespace, service, workload }: { readonly namespace: string; readonly service: string; readonly workload: string },
): Promise<Finding> => judgeBacking(await listBackings(view, namespace), service, workload);

/** Judges a Service that was read before, like `judgeServiceBacked`. */
export const judgeBacking = (backings: ReadonlyMap<string, Backing>, service: string, workload: string): Finding => {
  const backing = backings.get(service);
  if (backing === undefined) return { held: false, evidence: `service/${service} is gone`, needsWrite: true };
  if (backing.service.spec.type === "ExternalName")
    return { held: false, evidence: `service/${service} points outside the cluster`, needsWrite: true };
  const pods = readyPodsOf(backing.slices);
  const foreign = pods.filter((pod) => !isPodNameOf(pod, workload));
  if (foreign.length > 0) return { held: false, evidence: `service/${service} reaches ${foreign.join(", ")}` };
  const fleeting = pods.length === 0 ? undefined : whyFleeting(backing.service, backing.slices, backing.makers);
  if (fleeting !== undefined) return { held: false, evidence: fleeting };
  return { held: pods.length > 0, evidence: `service/${service} has ${pods.length} ready endpoints` };
};

/** Holds if a TCP connection through a Service's port is accepted. */
export const judgeConnect = async (
  view: ClusterView,
  { namespace, service, port }: { readonly namespace: string; readonly service: string; readonly port: number },
): Promise<Finding> => {
  const result = await view.probe({ from: { namespace }, host: service, port });
  return { held: result.kind === "connected" || result.kind === "response", evidence: `${service}:${port} ${result.kind}` };
};
