import { type ActionTool, defineAction } from "../action.ts";
import { alertLine, readAlerts } from "../alerts-of.ts";
import { checkArguments, inputSchema } from "../arguments.ts";
import { ACTION_COSTS_MS, CONTENT_MAX_BYTES } from "../costs.ts";
import { telemetryFailure } from "../telemetry-failure.ts";

const spec: ActionTool["spec"] = {
  name: "get_alerts",
  description:
    "Lists the alerts that fire or are about to (pending), with their labels and since when. Alerts lag behind the trouble by a minute or two.",
  inputSchema: inputSchema({
    state: { type: "string", description: "firing, pending or all (default).", enum: ["firing", "pending", "all"] },
  }),
  mutating: false,
  contentMaxBytes: CONTENT_MAX_BYTES,
};

export default defineAction({
  spec,
  run: async ({ cluster }, given) => {
    const checked = checkArguments(spec, given);
    if (!checked.ok) return checked.output;
    const state = (checked.args["state"] as string | undefined) ?? "all";
    const read = await readAlerts(cluster);
    if ("refused" in read) return telemetryFailure(read.refused, ACTION_COSTS_MS.get_alerts);
    const alerts = read.alerts.filter((alert) => state === "all" || alert.state === state);
    const content = alerts.length === 0 ? "No alerts.\n" : `${alerts.map((alert) => alertLine(alert, cluster.clock.nowMs())).join("\n")}\n`;
    return { status: "OK", content, hadEffect: false, costMs: ACTION_COSTS_MS.get_alerts };
  },
});
