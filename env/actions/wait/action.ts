import { type ActionTool, defineAction } from "../action.ts";
import { checkArguments, inputSchema } from "../arguments.ts";
import { ACTION_COSTS_MS, CONTENT_MAX_BYTES } from "../costs.ts";

const spec: ActionTool["spec"] = {
  name: "wait",
  description: "Lets time pass in the cluster, for example until pods have restarted or a metric has moved. Takes the number of seconds.",
  inputSchema: inputSchema({ seconds: { type: "number", description: "How many seconds pass.", minimum: 0, maximum: 86_400 } }, [
    "seconds",
  ]),
  mutating: false,
  contentMaxBytes: CONTENT_MAX_BYTES,
};

export default defineAction({
  spec,
  passesTime: true,
  run: async ({ cluster, timeoutMs }, given) => {
    const checked = checkArguments(spec, given);
    if (!checked.ok) return checked.output;
    const wantedMs = Math.round((checked.args["seconds"] as number) * 1000);
    const ms = Math.min(wantedMs, timeoutMs);
    await cluster.clock.sleep(ms);
    const content = ms < wantedMs ? `${ms / 1000} s passed; a longer wait is not possible.` : `${ms / 1000} s passed.`;
    return { status: "OK", content, hadEffect: false, costMs: ACTION_COSTS_MS.wait };
  },
});
