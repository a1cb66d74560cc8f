import { z } from "zod";
import { defineAction } from "../action.ts";
import { ACTION_COSTS_MS } from "../costs.ts";

export default defineAction({
  name: "wait",
  description: "Wait while the cluster keeps running, e.g. for a rollout to complete, a pod to restart, or a metric to recover.",
  profiles: { kubectl: true, typed: true, readonly: true, conductor: true },
  mutating: false,
  arguments: {
    seconds: z.number().min(0).max(86_400).describe("Number of seconds to wait."),
  },
  passesTime: true,
  run: async ({ cluster, timeoutMs }, { seconds }) => {
    const wantedMs = Math.round(seconds * 1000);
    const ms = Math.min(wantedMs, timeoutMs);
    await cluster.clock.sleep(ms);
    const content = ms < wantedMs ? `${ms / 1000} s passed; a longer wait is not possible.` : `${ms / 1000} s passed.`;
    return { status: "OK", content, hadEffect: false, costMs: ACTION_COSTS_MS.wait };
  },
});
