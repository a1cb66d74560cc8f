import { isVague, type PagedAlert, type Report } from "./report.ts";

/** A page of an alert, sent some minutes ago: whether it still fires stands in the list of alerts. */
export const page: Report = {
  id: "page",
  write: async (facts, rng) => {
    const firing = isVague(rng) ? [] : await facts.firing();
    const passing = { alert: rng.pick(PASSING), subject: rng.pick(facts.app.components).name, minutes: rng.int(1, 15) };
    const { alert, subject, minutes }: PagedAlert = firing.length === 0 ? passing : rng.stream("firing").pick(firing);
    return rng.pick([
      `You were paged ${minutes}m ago: ${alert} ${subject}`,
      `Alertmanager paged you ${minutes}m ago: ${alert} for ${subject}.`,
      `Page from ${minutes}m ago, not acknowledged: ${alert} ${subject}. Have a look.`,
    ]);
  },
};

/** Alerts that come and go. */
const PASSING = ["DeploymentNotReady", "HighRequestErrorRate", "HighRequestLatency", "ServiceEndpointDown"] as const;
