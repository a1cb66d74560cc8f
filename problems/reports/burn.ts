import type { Report } from "./report.ts";

/** A report on the error budget of a month, of which a few minutes are too little to tell. */
export const burn: Report = {
  id: "burn",
  write: async (_facts, rng) => {
    const used = `${rng.int(35, 97)} %`;
    const lastWeek = `${rng.int(4, 31)} %`;
    return rng.pick([
      `Error budget: ${used} of the budget of 28 days is used, ${lastWeek} of it in the last week.`,
      `SLO report: ${used} of the month's error budget is gone (objective: less than 0.1 % of requests fail); last week took ${lastWeek}.`,
      `The burn rate of the error budget is under review: ${used} of 28 days used, ${lastWeek} in the last seven.`,
    ]);
  },
};
