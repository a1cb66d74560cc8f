import type { Rng } from "#core/rng.ts";
import { isRolledOut } from "#kube/checks/settled.ts";
import { readWorkload } from "#kube/checks/workload.ts";
import { type AppWorkload, listOwnWorkloads } from "#kube/listings/list-workloads.ts";
import { milliValue } from "#kube/objects/quantity.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import { defineDecoy } from "../../problem.ts";

/** CPU limits of some programs that had none: twice what they need or more, so that they hold nobody back. */
export default defineDecoy({
  id: "cpu-limit-peers",
  place: async (cluster, { app, namespace }, rng) => {
    const { workloads } = await listOwnWorkloads(cluster, namespace, app);
    const chosen = rng.stream("workloads").shuffle(workloads.filter(isSuited)).slice(0, rng.stream("count").int(2, 4));
    for (const own of chosen) await limit(cluster, own, rng.stream(own.target));
    const areRolledOut = async () =>
      (await Promise.all(chosen.map(({ target }) => readWorkload(cluster, namespace, target)))).every(
        (workload) => workload !== undefined && isRolledOut(workload),
      );
    await cluster.clock.until(areRolledOut, { timeoutMs: TIMEOUT_MS });
  },
});

/** True for Deployments without a CPU limit that request little, whose programs are quick to start, which a limit would draw out. */
const isSuited = (own: AppWorkload): boolean => {
  const { limits, requests } = own.workload.spec.template.spec.containers[0]?.resources ?? {};
  return (
    own.target.startsWith("deployment/") &&
    own.component.startSeconds <= START_MAX_S &&
    neededMilli(own) >= NEEDED_MIN_MILLI &&
    limits?.["cpu"] === undefined &&
    milliValue(requests?.["cpu"] ?? "0") <= 2 * neededMilli(own)
  );
};

/** CPU that a pod needs on average, millicores; 0: not known. */
const neededMilli = ({ component, workload }: AppWorkload): number => component.cpuMilli / Math.max(1, workload.spec.replicas ?? 1);

const limit = async (cluster: ClusterPort, own: AppWorkload, rng: Rng): Promise<void> => {
  const { namespace = "", name } = own.workload.metadata;
  const [container] = own.workload.spec.template.spec.containers;
  const cpu = `${Math.ceil((neededMilli(own) * rng.int(20, 30)) / 100) * 10}m`;
  // Without a request of its own a container requests as much as its limit.
  const requests = { cpu: container?.resources?.requests?.["cpu"] ?? "10m" };
  await patchObject(cluster, {
    resource: "deployments.apps",
    namespace,
    name,
    patchType: "strategic",
    patch: { spec: { template: { spec: { containers: [{ name: container?.name, resources: { limits: { cpu }, requests } }] } } } },
  });
};

const START_MAX_S = 10;

/** Least CPU of a program whose bursts are small beside it, millicores of a pod. */
const NEEDED_MIN_MILLI = 5;

/** Timeout until the pods with the limits are there, ms. */
const TIMEOUT_MS = 120_000;
