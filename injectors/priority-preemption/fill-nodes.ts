import { readWorkload } from "#kube/checks/workload.ts";
import { effectiveRequestOfPod } from "#kube/objects/effective-requests.ts";
import { matchesLabelSelector } from "#kube/objects/label-selector.ts";
import { milliValue } from "#kube/objects/quantity.ts";
import { isTerminal } from "#kube/objects/quota-usage.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { Pod, PodSpec } from "#kube/types/pod.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import { createObject } from "#kube/verbs/create.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { openWorkers } from "../open-workers.ts";

/** Work in bulk, and the workload whose room it takes. */
interface Bulk {
  readonly namespace: string;
  readonly target: string;
  readonly batch: string;
  readonly priorityClassName: string;
}

/** Creates a Deployment for each node that takes a workload's pods, which requests the CPU that is free there and that of these pods. */
export const fillNodes = async (cluster: ClusterPort, bulk: Bulk): Promise<void> => {
  const { namespace, target } = bulk;
  const workload = await readWorkload(cluster, namespace, target);
  if (workload === undefined) throw new Error(`${target} is not in namespace ${namespace}`);
  const { spec } = workload.spec.template;
  const one = milliValue(effectiveRequestOfPod(spec, "cpu"));
  const nodes = openWorkers(await listObjects<Node>(cluster, { resource: "nodes" }), spec);
  const pods = (await listObjects<Pod>(cluster, { resource: "pods" })).filter((pod) => !isTerminal(pod));
  for (const [i, node] of nodes.entries()) {
    const others = pods.filter(
      ({ metadata, spec: { nodeName } }) =>
        nodeName === node.metadata.name &&
        (metadata.namespace !== namespace || !matchesLabelSelector(workload.spec.selector, metadata.labels ?? {})),
    );
    const taken = others.reduce((sum, pod) => sum + milliValue(effectiveRequestOfPod(pod.spec, "cpu")), 0);
    // What is left is less than one pod requests.
    const milli = milliValue(node.status?.allocatable?.["cpu"]) - taken - Math.ceil(one / 4);
    const object = partOf(bulk, { name: `${bulk.batch}-${i}`, node, milli: Math.max(milli, 1), spec });
    await createObject(cluster, { resource: "deployments.apps", object });
  }
};

const partOf = (
  { namespace, priorityClassName }: Bulk,
  {
    name,
    node,
    milli,
    spec: { tolerations },
  }: { readonly name: string; readonly node: Node; readonly milli: number; readonly spec: PodSpec },
): Deployment => {
  const labels = { task: name };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, namespace, labels },
    spec: {
      replicas: 1,
      strategy: { type: "Recreate" },
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          priorityClassName,
          terminationGracePeriodSeconds: 5,
          nodeSelector: { "kubernetes.io/hostname": node.metadata.labels?.["kubernetes.io/hostname"] ?? node.metadata.name },
          ...(tolerations && { tolerations }),
          containers: [
            {
              name: "work",
              image: "busybox:1.36",
              command: ["sleep", "infinity"],
              resources: { requests: { cpu: `${milli}m`, memory: "32Mi" }, limits: { cpu: `${milli}m`, memory: "64Mi" } },
            },
          ],
        },
      },
    },
  } as unknown as Deployment;
};
