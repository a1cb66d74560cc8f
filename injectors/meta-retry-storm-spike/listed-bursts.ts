import { type AppWorkload, listOwnWorkloads } from "#kube/listings/list-workloads.ts";
import { milliValue } from "#kube/objects/quantity.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Exclusion, Place, Target } from "../injector.ts";
import { listRetryMaps } from "../retry-maps.ts";

/** Lists the ConfigMaps with settings of calls, each with the size of the burst that is too much for one of the services behind the front. */
export const listBursts = async (
  view: ClusterView,
  place: Place,
): Promise<{ readonly targets: readonly Target[]; readonly excluded: readonly Exclusion[] }> => {
  const { targets, excluded } = await listRetryMaps(view, place);
  const { workloads } = await listOwnWorkloads(view, place.namespace, place.app);
  const judged = targets.map((target) => {
    const consumers = target.facts["consumers"] as readonly string[];
    const readers = workloads.filter((own) => consumers.includes(own.target) && own.component.callsPerS > 0 && own.component.cpuMilli > 0);
    const front = readers.find(({ component }) => component.role === "frontend");
    const [tightest] = readers.filter((own) => own !== front).sort((a, b) => growthOf(a) - growthOf(b));
    return { target, front, tightest };
  });
  return {
    targets: judged.flatMap(({ target, front, tightest }) =>
      front === undefined || tightest === undefined ? [] : [{ ...target, facts: { ...target.facts, ...burstOf(front, tightest) } }],
    ),
    excluded: [
      ...excluded,
      ...judged
        .filter(({ front, tightest }) => front === undefined || tightest === undefined)
        .map(({ target }) => ({ resource: target.resource, reason: "none of its readers is what users call, with another behind it" })),
    ],
  };
};

/** Facts of the burst: the least factor that is too much behind the front, and how many pods of the front let it, and its retries, through. */
const burstOf = (front: AppWorkload, tightest: AppWorkload) => {
  const factor = Math.ceil(growthOf(tightest) * ENOUGH);
  const mostPerS = growthOf(tightest) * tightest.component.callsPerS;
  const frontPods = Math.max(
    replicasOf(front),
    Math.ceil((factor * front.component.cpuMilli) / (BUSY * limitOf(front))),
    Math.ceil((ENOUGH * mostPerS * LONGEST_TIMEOUT_S) / REQUESTS_AT_ONCE),
  );
  return { factor, front: front.target, frontPods };
};

/** Multiple of what is asked of a workload that it can do. */
const growthOf = (own: AppWorkload): number => (replicasOf(own) * limitOf(own)) / own.component.cpuMilli;

const replicasOf = ({ workload }: AppWorkload): number => workload.spec.replicas ?? 1;

const limitOf = ({ workload }: AppWorkload): number => {
  const limit = workload.spec.template.spec.containers[0]?.resources?.limits?.["cpu"];
  return limit === undefined ? NODE_MILLI : Math.min(NODE_MILLI, milliValue(limit));
};

/** Processors of a node, thousandths. */
const NODE_MILLI = 4000;

const ENOUGH = 1.3;

/** Share of its processors that the front may use during the burst. */
const BUSY = 0.75;

/** Longest time that a call may take, s. */
const LONGEST_TIMEOUT_S = 0.05;

/** Requests that a pod of the front works on at once. */
const REQUESTS_AT_ONCE = 256;
