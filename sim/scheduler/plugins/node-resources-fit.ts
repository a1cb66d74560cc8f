import { type FilterPlugin, isNodeChange, isPodGone } from "../filter-plugin.ts";
import { podRequests } from "../pod-requests.ts";

/** Filters nodes with too few free resources; a request beyond the whole node cannot be cured by preemption. */
export const nodeResourcesFit: FilterPlugin = {
  name: "NodeResourcesFit",
  filter: ({ pod }, { pods, allocatable, requested }) => {
    const reasons: string[] = [];
    let isUnresolvable = false;
    if (pods.length + 1 > (allocatable["pods"] ?? Number.POSITIVE_INFINITY)) reasons.push("Too many pods");
    const requests = podRequests(pod.spec);
    for (const resource of Object.keys(requests).sort(byRank)) {
      const wanted = requests[resource] as number;
      const total = allocatable[resource] ?? 0;
      if (wanted === 0 || wanted <= total - (requested[resource] ?? 0)) continue;
      reasons.push(`Insufficient ${resource}`);
      isUnresolvable ||= wanted > total;
    }
    return reasons.length === 0 ? undefined : { reasons, isUnresolvable };
  },
  isCuredBy: (change) => isNodeChange(change) || isPodGone(change),
};

const RANK: readonly string[] = ["cpu", "memory", "ephemeral-storage"];

const byRank = (a: string, b: string): number => rankOf(a) - rankOf(b) || (a < b ? -1 : 1);

const rankOf = (resource: string): number => (RANK.includes(resource) ? RANK.indexOf(resource) : RANK.length);
