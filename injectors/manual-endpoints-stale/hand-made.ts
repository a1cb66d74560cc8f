import type { Rng } from "#core/rng.ts";
import { kubectl, type ToolCall } from "#core/tool-call.ts";
import type { AppRecord } from "#kube/app/app.ts";
import { type Baseline, baselineObject } from "#kube/app/baseline.ts";
import { componentOf, nameOf, workloadTarget } from "#kube/checks/fault-target.ts";
import type { Finding } from "#kube/checks/oracle.ts";
import type { ClusterPort, ClusterView } from "#kube/ports/cluster-port.ts";
import type { EndpointSlice, Service } from "#kube/types/network.ts";
import { createObject } from "#kube/verbs/create.ts";
import { deleteObject } from "#kube/verbs/delete.ts";
import { getObject } from "#kube/verbs/get.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { patchObject } from "#kube/verbs/patch.ts";

export interface Params {
  readonly service: string;
  readonly port: number;
  /** EndpointSlice that somebody wrote, `endpointslice/<name>`. */
  readonly slice: string;
}

/** Takes the selector off a Service, and writes the endpoints that it had into a slice that no controller keeps. */
export const writeEndpoints = async (cluster: ClusterPort, { service, slice }: Params, namespace: string): Promise<void> => {
  const name = nameOf(service);
  const slices = await listObjects<EndpointSlice>(cluster, { resource: SLICES, namespace, labelSelector: `${SERVICE}=${name}` });
  const [kept] = slices;
  if (kept === undefined) throw new Error(`${service} has no EndpointSlice`);
  await patchObject(cluster, { resource: "services", namespace, name, patchType: "merge", patch: { spec: { selector: null } } });
  for (const { metadata } of slices) await deleteObject(cluster, { resource: SLICES, namespace, name: metadata.name });
  // What is left of it would be mirrored.
  if ((await getObject(cluster, { resource: "endpoints", namespace, name })) !== undefined)
    await deleteObject(cluster, { resource: "endpoints", namespace, name });
  const { addressType, ports = [] } = kept;
  const object: EndpointSlice = {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: { name: nameOf(slice), namespace, labels: { [SERVICE]: name } },
    addressType,
    ports,
    endpoints: slices.flatMap(({ endpoints }) => (endpoints ?? []).map(({ addresses }) => ({ addresses, conditions: { ready: true } }))),
  };
  await createObject(cluster, { resource: SLICES, object });
};

const SLICES = "endpointslices.discovery.k8s.io";
const SERVICE = "kubernetes.io/service-name";

/** Draws a slice that somebody writes. */
export const sliceName = (rng: Rng, service: string): string =>
  `endpointslice/${service}-${rng.pick(["1", "static", "fixed", "primary", "endpoint"])}`;

/** Workload whose pods answer for a Service. */
export const workloadBehind = (app: AppRecord, service: string): string => {
  const component = componentOf(app, service);
  return component === undefined ? `deployment/${nameOf(service)}` : workloadTarget(component);
};

/** Holds if a Service has a selector: without one, nobody keeps its endpoints. */
export const judgeSelects = async (view: ClusterView, namespace: string, service: string): Promise<Finding> => {
  const object = await getObject<Service>(view, { resource: "services", namespace, name: nameOf(service) });
  const held = Object.keys(object?.spec.selector ?? {}).length > 0;
  return { held, evidence: `${service} has ${held ? "a" : "no"} selector` };
};

/** Selector that the Service had. */
export const selectorBefore = (baseline: Baseline, service: string): Readonly<Record<string, string>> =>
  baselineObject<Service>(baseline, "services", nameOf(service))?.spec.selector ?? {};

/** Call that gives the Service its selector back. */
export const selectAgain = ({ service }: Params, baseline: Baseline): ToolCall =>
  kubectl(`set selector ${service} '${selectorText(baseline, service)}'`);

/** Selector that the Service had, as kubectl takes it: `app=geo,tier=store`. */
export const selectorText = (baseline: Baseline, service: string): string =>
  Object.entries(selectorBefore(baseline, service))
    .map((pair) => pair.join("="))
    .join(",");

/** Call that deletes the slice that somebody wrote. */
export const deleteSlice = ({ slice }: Params): ToolCall => kubectl(`delete ${slice}`);
