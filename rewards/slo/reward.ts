import { isNoticeable } from "../noticeable.ts";
import { defineReward } from "../reward.ts";

/** Share of the user-visible errors saved against doing nothing over the fixed span; negative when the agent made it worse. */
export default defineReward({
  name: "slo",
  kind: "TERMINAL",
  at: "end",
  range: [-1, 1],
  score: ({ healthy, traffic }) => {
    if (healthy) return { kind: "skipped", detail: "nothing is wrong in this episode" };
    if (traffic === undefined) return { kind: "skipped", detail: "no count of user requests" };
    const avoidable = traffic.errorsOfDoingNothing - traffic.errorsOfNoFault;
    if (!isNoticeable(avoidable, traffic.requests)) return { kind: "skipped", detail: "users notice nothing of this fault" };
    const saved = (traffic.errorsOfDoingNothing - traffic.errors) / avoidable;
    return {
      kind: "scored",
      value: Math.max(-1, Math.min(1, saved)),
      detail: `${Math.round(traffic.errors)} errors, ${Math.round(traffic.errorsOfDoingNothing)} by doing nothing`,
    };
  },
});
