import { kubectl, type ToolCall } from "#core/tool-call.ts";
import { type Baseline, baselineObject } from "#kube/app/baseline.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import type { Finding } from "#kube/checks/oracle.ts";
import type { ClusterPort, ClusterView } from "#kube/ports/cluster-port.ts";
import type { Service } from "#kube/types/network.ts";
import { deleteObject } from "#kube/verbs/delete.ts";
import { getObject } from "#kube/verbs/get.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import { copyEndpoints, SLICES, slicesOf, type WrittenSlice } from "../written-slice.ts";

export interface Params extends WrittenSlice {
  readonly port: number;
}

/** Takes the selector off a Service, and writes the endpoints that it had into a slice that no controller keeps. */
export const writeEndpoints = async (cluster: ClusterPort, { service, slice }: Params, namespace: string): Promise<void> => {
  const name = nameOf(service);
  const slices = await slicesOf(cluster, namespace, service);
  await patchObject(cluster, { resource: "services", namespace, name, patchType: "merge", patch: { spec: { selector: null } } });
  await copyEndpoints(cluster, { service, slice }, namespace);
  for (const { metadata } of slices) await deleteObject(cluster, { resource: SLICES, namespace, name: metadata.name });
  // What is left of it would be mirrored.
  if ((await getObject(cluster, { resource: "endpoints", namespace, name })) !== undefined)
    await deleteObject(cluster, { resource: "endpoints", namespace, name });
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
