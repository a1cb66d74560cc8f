import { workloadTarget } from "#kube/checks/fault-target.ts";
import { podsOf, readWorkload } from "#kube/checks/workload.ts";
import type { ObjectReference } from "#kube/types/cluster.ts";
import type { Service } from "#kube/types/network.ts";
import type { Pod } from "#kube/types/pod.ts";
import { createObject } from "#kube/verbs/create.ts";
import { getObject } from "#kube/verbs/get.ts";
import { type Warning, warningEvent } from "../../noise-event.ts";
import { pickComponent } from "../../pick-component.ts";
import { defineNoise } from "../../problem.ts";

/** Reports a warning of the cluster's own programs about an uninvolved component, of the sort that comes to nothing. */
export default defineNoise({
  id: "warning-events",
  meanGapMs: 200_000,
  strike: async (cluster, { app, namespace }, options) => {
    const component = pickComponent(app, options);
    if (component === undefined) return;
    const workload = await readWorkload(cluster, namespace, workloadTarget(component));
    const [pod] = workload === undefined ? [] : await podsOf(cluster, workload);
    const service = await getObject<Service>(cluster, { resource: "services", namespace, name: component.name });
    const warnings = [...(pod === undefined ? [] : aboutPod(pod)), ...(service === undefined ? [] : aboutService(service))];
    if (warnings.length === 0) return;
    const event = warningEvent(options.rng.pick(warnings), namespace, cluster.clock.nowMs(), options.rng);
    await createObject(cluster, { resource: "events", object: event });
  },
});

const aboutPod = ({ metadata, spec }: Pod): readonly Warning[] => [
  {
    involvedObject: refOf("Pod", metadata),
    reason: "DNSConfigForming",
    message:
      "Nameserver limits were exceeded, some nameservers have been omitted, the applied nameserver line is: 10.96.0.10 172.18.0.1 192.168.65.7",
    source: { component: "kubelet", ...(spec.nodeName !== undefined && { host: spec.nodeName }) },
  },
  {
    involvedObject: refOf("Pod", metadata),
    reason: "FailedToRetrieveImagePullSecret",
    message: "Unable to retrieve some image pull secrets (regcred); attempting to pull the image may not succeed.",
    source: { component: "kubelet", ...(spec.nodeName !== undefined && { host: spec.nodeName }) },
  },
];

const aboutService = ({ metadata }: Service): readonly Warning[] => [
  {
    involvedObject: refOf("Service", metadata),
    reason: "FailedToUpdateEndpointSlices",
    message: `Error updating Endpoint Slices for Service ${metadata.namespace}/${metadata.name}: ${conflictOn(`endpointslices.discovery.k8s.io "${metadata.name}"`)}`,
    source: { component: "endpoint-slice-controller" },
  },
];

const conflictOn = (object: string): string =>
  `Operation cannot be fulfilled on ${object}: the object has been modified; please apply your changes to the latest version and try again`;

const refOf = (kind: string, { name, namespace, uid }: Pod["metadata"]): ObjectReference => ({
  apiVersion: "v1",
  kind,
  name,
  ...(namespace !== undefined && { namespace }),
  ...(uid !== undefined && { uid }),
});
