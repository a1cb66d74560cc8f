import type { ServerMetrics } from "../../observability/server-metrics.ts";
import type { EpisodeContext } from "./episode-context.ts";
import type { ResetOrder, StepOrder } from "./episode-orders.ts";

/** Measures calls for episodes and counts their ends. */
export interface EpisodeMeter {
  step<T>(order: StepOrder, run: () => Promise<T>): Promise<T>;
  reset<T>(order: ResetOrder, run: () => Promise<T>): Promise<T>;
}

/** Creates a meter, and has it told of the ends of episodes. */
export const createEpisodeMeter = (context: Pick<EpisodeContext, "entries" | "listeners">, metrics: ServerMetrics): EpisodeMeter => {
  const underWay = new Map<string, string>();
  context.listeners.add(({ kind, episodeId = "" }) => {
    const { ending, returnSoFar } = context.entries.get(episodeId) ?? {};
    if (kind !== "EPISODE_ENDED" || ending === undefined) return;
    metrics.end(ending.endReason, ending.blame === "INFRASTRUCTURE");
    if (ending.sampleValid && returnSoFar !== undefined) metrics.score({ return: returnSoFar, success: ending.success === true });
    if (ending.endReason === "ENV_ERROR") metrics.envError(underWay.get(episodeId) ?? "none");
  });
  return {
    step: async (order, run) => {
      const tool = toolOf(context, order);
      const beganAtMs = performance.now();
      underWay.set(order.episodeId, tool);
      try {
        return await run();
      } finally {
        underWay.delete(order.episodeId);
        metrics.step(tool, (performance.now() - beganAtMs) / 1_000);
      }
    },
    reset: async (order, run) => {
      const beganAtMs = performance.now();
      const reply = await run();
      metrics.reset(order.admission.mode, (performance.now() - beganAtMs) / 1_000);
      return reply;
    },
  };
};

/** Kind of a step; names that the episode does not offer are one, since agents make up any number of them. */
const toolOf = ({ entries }: Pick<EpisodeContext, "entries">, { episodeId, actions }: StepOrder): string => {
  const body = actions[0]?.body;
  if (actions.length > 1) return "several";
  if (body?.kind !== "tool") return body?.kind ?? "none";
  return entries.get(episodeId)?.started?.tools.some(({ name }) => name === body.name) ? body.name : "unknown";
};
