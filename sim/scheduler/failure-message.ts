import type { FilterFailure } from "./filter-plugin.ts";

/** Reason for which a pod could not be scheduled: one text before any node was tried, or the failures node by node. */
export type Unschedulable =
  | { readonly kind: "refused"; readonly reason: string; readonly isOfAllNodes: boolean }
  | {
      readonly kind: "filtered";
      readonly failures: readonly FilterFailure[];
      readonly canPreempt: boolean;
      readonly postFilterMessage?: string;
    };

/** The text of the FailedScheduling event and of the PodScheduled condition; it says nothing of preemption where that makes room. */
export const failureMessage = (nodes: number, why: Unschedulable, makesRoom = false): string => {
  if (nodes === 0) return "no nodes available to schedule pods";
  const head = `0/${nodes} nodes are available:`;
  if (why.kind === "refused")
    return `${head} ${why.reason}. ${why.isOfAllNodes ? `${NO_CLAIMS}, preemption: ${head} ${nodes} ${NO_HELP}.` : "not found"}`;
  const reasons = countTexts(why.failures.flatMap(({ reasons: texts }) => texts));
  if (makesRoom) return `${head} ${reasons}.`;
  return `${head} ${reasons}. ${why.postFilterMessage ?? NO_CLAIMS}, preemption: ${preemptionMessage(nodes, why)}`;
};

const NO_CLAIMS = "no new claims to deallocate";
const NO_HELP = "Preemption is not helpful for scheduling";

const preemptionMessage = (nodes: number, { failures, canPreempt }: Extract<Unschedulable, { readonly kind: "filtered" }>): string => {
  if (!canPreempt) return "not eligible due to preemptionPolicy=Never.";
  const texts = failures.map(({ isUnresolvable }) => (isUnresolvable ? NO_HELP : "No preemption victims found for incoming pod"));
  return `0/${nodes} nodes are available: ${countTexts(texts)}.`;
};

/** `1 b, 2 a`: counted, then sorted as texts. */
const countTexts = (texts: readonly string[]): string => {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts]
    .map(([text, count]) => `${count} ${text}`)
    .sort()
    .join(", ");
};
