import { isPodReady, podsOf, readWorkload } from "#kube/checks/workload.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";

/** Runs a command in a ready pod of a store; without one there is no exit code. */
export const runInStore = async (
  cluster: ClusterPort,
  { namespace, store }: { readonly namespace: string; readonly store: string },
  command: readonly string[],
) => {
  const workload = await readWorkload(cluster, namespace, store);
  const pod = workload === undefined ? undefined : (await podsOf(cluster, workload)).find(isPodReady);
  if (pod === undefined) return { exitCode: undefined, stdout: "", stderr: `${store} has no ready pod` };
  return await cluster.exec({ namespace, pod: pod.metadata.name, command });
};
