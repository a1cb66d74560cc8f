import { readFiring } from "../../actions/alerts-of.ts";
import type { ActionResult } from "../../host/episode-protocol.ts";
import { budgetText } from "../budget-text.ts";
import { answerBytes } from "../observation-sizes.ts";
import { truncateText } from "../truncate.ts";
import { defineView, type ViewContext } from "../view.ts";
import { alertChanges, alertGroups } from "./alert-groups.ts";

export default defineView({
  spec: { name: "text", mediaType: "text/plain", deterministic: true, agentVisible: true },
  render: async (context) => {
    const parts = context.stepIndex === 0 ? [context.instruction] : resultTexts(context);
    return `${[...parts, await alertsText(context), budgetText(context)].join("\n\n")}\n`;
  },
});

const resultTexts = ({ results, maxBytes }: ViewContext): readonly string[] => {
  if (results.length === 0) return ["Nothing was done in this step."];
  const share = answerBytes(maxBytes, results.length);
  return results.map((result) => (results.length === 1 ? resultText(result, share) : `[${result.callId}] ${resultText(result, share)}`));
};

const resultText = ({ status, content, errorCode }: ActionResult, maxBytes: number): string => {
  const body = truncateText(content.trimEnd(), maxBytes).text;
  if (status === "OK") return body === "" ? "(no output)" : body;
  return `${status}${errorCode === undefined ? "" : ` (${errorCode})`}: ${body}`;
};

const alertsText = async ({ view, firingBefore }: ViewContext): Promise<string> => {
  const firing = await readFiring(view);
  if (firing === undefined) return "Alerts: not available.";
  const nowMs = view.clock.nowMs();
  if (firingBefore !== undefined) return alertChanges(firingBefore, firing, nowMs);
  if (firing.length === 0) return "Alerts: none firing.";
  return `Alerts (${firing.length} firing):\n${alertGroups(firing, nowMs).join("\n")}`;
};
