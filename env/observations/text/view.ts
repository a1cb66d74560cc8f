import { alertLine, readAlerts } from "../../actions/alerts-of.ts";
import type { ActionResult } from "../../host/episode-protocol.ts";
import { budgetText } from "../budget-text.ts";
import { truncateText } from "../truncate.ts";
import { defineView, type ViewContext } from "../view.ts";

/** Maximum number of alerts in the text; the tool returns all. */
const ALERTS_MAX = 12;
/** Bytes reserved for the text around the results. */
const FRAME_BYTES = 2_048;

export default defineView({
  spec: { name: "text", mediaType: "text/plain", deterministic: true, agentVisible: true },
  render: async (context) => {
    const parts = context.stepIndex === 0 ? [context.instruction] : resultTexts(context);
    return `${[...parts, await alertsText(context), budgetText(context)].join("\n\n")}\n`;
  },
});

/** Truncates each result to its share of the space, so that a long one does not displace the others. */
const resultTexts = ({ results, maxBytes }: ViewContext): readonly string[] => {
  if (results.length === 0) return ["Nothing was done in this step."];
  const share = Math.max(256, Math.floor((maxBytes - FRAME_BYTES) / results.length));
  return results.map((result) => (results.length === 1 ? resultText(result, share) : `[${result.callId}] ${resultText(result, share)}`));
};

const resultText = ({ status, content, errorCode }: ActionResult, maxBytes: number): string => {
  const body = truncateText(content.trimEnd(), maxBytes).text;
  if (status === "OK") return body === "" ? "(no output)" : body;
  return `${status}${errorCode === undefined ? "" : ` (${errorCode})`}: ${body}`;
};

const alertsText = async ({ view }: ViewContext): Promise<string> => {
  const read = await readAlerts(view);
  if ("refused" in read) return "Alerts: not available.";
  const firing = read.alerts.filter(({ state }) => state === "firing");
  if (firing.length === 0) return "Alerts: none firing.";
  const lines = firing.slice(0, ALERTS_MAX).map((alert) => `- ${alertLine(alert, view.clock.nowMs())}`);
  if (firing.length > ALERTS_MAX) lines.push(`- and ${firing.length - ALERTS_MAX} more`);
  return `Alerts (${firing.length} firing):\n${lines.join("\n")}`;
};
