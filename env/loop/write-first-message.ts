import { keepFor } from "#core/keep-for.ts";
import { judgeOperation } from "#kube/checks/operations.ts";
import { firstMessage } from "#problems/first-message.ts";
import type { PagedAlert } from "#problems/reports/report.ts";
import { type Alert, readAlerts } from "../actions/alerts-of.ts";
import type { Incident } from "./incident.ts";

/** Writes the first message to the agent, the same for each episode of an incident: what is reported at the start of its clock. */
export const writeFirstMessage = keepFor(async ({ rootSeed, slot, place, startMs }: Incident): Promise<string> => {
  const { admin, baseline, namespace } = slot;
  return await firstMessage(rootSeed, namespace, startMs, {
    app: baseline.app,
    firing: async () => {
      const read = await readAlerts(admin);
      const firing = "refused" in read ? [] : read.alerts.filter(({ state }) => state === "firing");
      const aboutComponents = firing.filter(({ labels }) => COMPONENT_LABELS.some((name) => labels[name] !== undefined));
      return (aboutComponents.length === 0 ? firing : aboutComponents).map((alert) => pagedAlert(alert, startMs));
    },
    failing: async () => {
      const failing: string[] = [];
      for (const operation of baseline.app.operations)
        if (!(await judgeOperation(admin, place, operation)).held) failing.push(operation.name);
      return failing;
    },
  });
});

/** Alert as a page names it, which was sent when it began to fire. */
const pagedAlert = ({ labels, activeAt }: Alert, nowMs: number): PagedAlert => {
  const subject = [...COMPONENT_LABELS, ...OTHER_LABELS].find((name) => labels[name] !== undefined);
  const activeMs = activeAt === undefined ? nowMs : Date.parse(activeAt);
  return {
    alert: labels["alertname"] ?? "",
    subject: subject === undefined ? "the cluster" : (labels[subject] ?? ""),
    minutes: Math.max(1, Math.round((nowMs - activeMs - FOR_MS) / 60_000)),
  };
};

/** Labels that name a component: teams are paged for these rather than for single pods. */
const COMPONENT_LABELS: readonly string[] = ["deployment", "statefulset", "service_name"];
const OTHER_LABELS: readonly string[] = ["pod", "node", "instance"];

/** Time for which most alerts wait before they fire, ms. */
const FOR_MS = 60_000;
