import type { Baseline } from "#kube/app/baseline.ts";
import { writtenDefectGone } from "#kube/checks/fault-checks.ts";
import type { Check } from "#kube/checks/oracle.ts";
import { listWorkloads } from "#kube/listings/list-workloads.ts";
import { compareQuantities } from "#kube/objects/quantity.ts";
import type { LimitRange } from "#kube/types/cluster.ts";
import { listObjects } from "#kube/verbs/list.ts";

/** Check that no program of the app which says nothing of memory is given less than it needs, or would be at its next start. */
export const limitsSufficient = ({ app, namespace }: Baseline): Check =>
  writtenDefectGone("default-limits-sufficient", async (view) => {
    const ranges = await listObjects<LimitRange>(view, { resource: "limitranges", namespace });
    // The first of several LimitRanges sets it, and in each the last of its items.
    const [memory] = ranges.flatMap(({ spec }) => {
      const items = spec.limits.filter(({ type }) => type === "Container").flatMap((item) => item.default?.["memory"] ?? []);
      return items.at(-1) ?? [];
    });
    if (memory === undefined) return { held: true, evidence: "no container gets a limit of memory by default" };
    const starved = (await listWorkloads(view, namespace, app)).find(({ workload, component }) => {
      const [container] = workload.spec.template.spec.containers;
      if (container?.resources?.limits?.["memory"] !== undefined) return false;
      return compareQuantities(memory, `${Math.ceil(ROOM * component.idleMiB)}Mi`) < 0;
    });
    return starved === undefined
      ? { held: true, evidence: `${memory} of memory by default is enough for all` }
      : { held: false, evidence: `${memory} of memory by default is too little for ${starved.target}` };
  });

/** Working set over idle that a limit must leave room for. */
const ROOM = 1.2;
