import { z } from "zod";
import { defineAction } from "../action.ts";
import { alertLine, readAlerts } from "../alerts-of.ts";
import { ACTION_COSTS_MS } from "../costs.ts";
import { telemetryFailure } from "../telemetry-failure.ts";

export default defineAction({
  name: "get_alerts",
  description:
    "List the active Prometheus alerts, firing and pending, with severity, labels, summary, and how long each has been active. Alerts trail an outage by a minute or two, since their conditions must hold for a while before they fire.",
  profiles: { kubectl: false, typed: true, readonly: true, conductor: false },
  mutating: false,
  arguments: {
    state: z.enum(["firing", "pending", "all"]).default("all").describe("Alert state to list."),
  },
  run: async ({ cluster }, { state }) => {
    const read = await readAlerts(cluster);
    if ("refused" in read) return telemetryFailure(read.refused, ACTION_COSTS_MS.get_alerts);
    const alerts = read.alerts.filter((alert) => state === "all" || alert.state === state);
    const content = alerts.length === 0 ? "No alerts.\n" : `${alerts.map((alert) => alertLine(alert, cluster.clock.nowMs())).join("\n")}\n`;
    return { status: "OK", content, hadEffect: false, costMs: ACTION_COSTS_MS.get_alerts };
  },
});
