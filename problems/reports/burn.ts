import type { Report } from "./report.ts";

/** A report on the error budget: what failed of late as measured, beside what was used up before. */
export const burn: Report = {
  id: "burn",
  write: async (facts, rng) => {
    const failed = `${(100 * (await facts.errorShare())).toFixed(2)} %`;
    const used = `${rng.int(35, 97)} %`;
    return rng.pick([
      `Error budget: ${used} of the budget of 28 days is used; ${failed} of user requests failed in the last 10 minutes.`,
      `SLO report: ${failed} of requests failed in the last 10 minutes (objective: less than 0.1 %), ${used} of the month's error budget is gone.`,
      `The burn rate of the error budget is under review: ${used} used, ${failed} of the last 10 minutes' requests failed.`,
    ]);
  },
};
