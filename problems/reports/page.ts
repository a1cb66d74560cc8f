import { isVague, type Report } from "./report.ts";

/** A page with an alert that fires, or with one that has gone by. */
export const page: Report = {
  id: "page",
  write: async (facts, rng) => {
    const firing = isVague(rng) ? [] : await facts.firing();
    if (firing.length > 0) {
      const more = firing.length === 1 ? "" : ` (and ${firing.length - 1} more)`;
      return `${rng.pick(["You were paged:", "Alertmanager pages you:", "[FIRING]"])} ${rng.pick(firing)}${more}`;
    }
    const { name } = rng.pick(facts.app.components);
    const [alert, lasted, ago] = [rng.pick(PASSING), rng.int(1, 6), rng.int(2, 25)];
    return rng.pick([
      `You were paged: [RESOLVED] ${alert} ${name}, fired for ${lasted}m, resolved ${ago}m ago`,
      `Alertmanager pages you: ${alert} for ${name} fired twice for ${lasted}m and went away by itself ${ago}m ago`,
      `[RESOLVED] ${alert} ${name} (${lasted}m). It was not acknowledged; have a look.`,
    ]);
  },
};

/** Alerts that come and go. */
const PASSING = ["HighRequestErrorRate", "HighRequestLatency", "KubePodNotReady", "ContainerCPUThrottling"] as const;
