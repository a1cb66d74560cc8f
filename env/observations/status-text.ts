import { readFiring } from "../actions/alerts-of.ts";
import { alertChanges, alertGroups } from "./alert-groups.ts";
import { budgetText } from "./budget-text.ts";
import type { ViewContext } from "./view.ts";

/** Renders what a step has changed beside the answers of its tools: the alerts and the remaining budget. */
export const statusText = async (context: ViewContext): Promise<string> => `${await alertsText(context)}\n\n${budgetText(context)}\n`;

const alertsText = async ({ view, firingBefore }: ViewContext): Promise<string> => {
  const firing = await readFiring(view);
  if (firing === undefined) return "Alerts: not available.";
  const nowMs = view.clock.nowMs();
  if (firingBefore !== undefined) return alertChanges(firingBefore, firing, nowMs);
  if (firing.length === 0) return "Alerts: none firing.";
  return `Alerts (${firing.length} firing):\n${alertGroups(firing, nowMs).join("\n")}`;
};
