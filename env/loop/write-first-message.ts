import { keepFor } from "#core/keep-for.ts";
import { judgeOperation } from "#kube/checks/operations.ts";
import { firstMessage } from "#problems/first-message.ts";
import { alertLine, readAlerts } from "../actions/alerts-of.ts";
import type { Incident } from "./incident.ts";

/** Writes the first message to the agent, the same for each episode of an incident: what is reported at the start of its clock. */
export const writeFirstMessage = keepFor(async ({ rootSeed, slot, place, startMs }: Incident): Promise<string> => {
  const { admin, baseline, namespace } = slot;
  return await firstMessage(rootSeed, namespace, startMs, {
    app: baseline.app,
    firing: async () => {
      const read = await readAlerts(admin);
      return "refused" in read
        ? []
        : read.alerts.filter(({ state }) => state === "firing").map((alert) => alertLine(alert, startMs).replace(/^firing /, ""));
    },
    failing: async () => {
      const failing: string[] = [];
      for (const operation of baseline.app.operations)
        if (!(await judgeOperation(admin, place, operation)).held) failing.push(operation.name);
      return failing;
    },
    errorShare: async () => {
      const { requests, errors } = await slot.traffic(startMs - REPORTED_MS, startMs);
      return requests === 0 ? 0 : errors / requests;
    },
  });
});

/** Span of which a report on the error budget tells, ms. */
const REPORTED_MS = 600_000;
