import type { Baseline } from "#kube/app/baseline.ts";
import { baselineWorkload, containerOf } from "#kube/checks/fault-checks.ts";
import type { Finding } from "#kube/checks/oracle.ts";
import { readWorkload, type Workload } from "#kube/checks/workload.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Params } from "./params.ts";

/** Value of a variable in a workload's template; undefined where it has none. */
const numberIn = (workload: Workload | undefined, { container, variable }: Params["limit"]): number | undefined => {
  const text = workload && containerOf(workload, container)?.env?.find(({ name }) => name === variable)?.value;
  return text === undefined || !/^\d+$/.test(text) ? undefined : Number(text);
};

/** Value of a variable before the fault. */
export const valueBefore = (baseline: Baseline, target: string, at: Params["limit"]): number =>
  numberIn(baselineWorkload(baseline, target), at) ?? 0;

/** Holds if the server can do all that comes when each call is tried as often as it may be, and is still bounded as it was or more. */
export const judgeDemand = async (view: ClusterView, baseline: Baseline, params: Params): Promise<Finding> => {
  const [server, caller] = [
    await readWorkload(view, baseline.namespace, params.server),
    await readWorkload(view, baseline.namespace, params.caller),
  ];
  const [perS, queue, tries] = [numberIn(server, params.limit), numberIn(server, params.queue), numberIn(caller, params.attempts)];
  const [perSBefore, queueBefore] = [
    valueBefore(baseline, params.server, params.limit),
    valueBefore(baseline, params.server, params.queue),
  ];
  const evidence = `${params.server} does ${perS ?? "an unknown number of"} requests a second with a queue of ${queue ?? "unknown length"}, ${params.caller} tries ${tries ?? "an unknown number of"} times`;
  if (perS === undefined || queue === undefined || tries === undefined) return { held: false, evidence };
  const isBounded = perS <= perSBefore && queue <= queueBefore;
  return { held: isBounded && tries >= 1 && tries * params.needPerS * MARGIN <= perS, evidence };
};

/** Share that is left beyond the demand of all attempts. */
const MARGIN = 1.1;
