import { isVague, type Report } from "./report.ts";

/** A complaint of users about something that fails, as they see it: they may be wrong, or late. Others say nothing in particular. */
export const complaint: Report = {
  id: "complaint",
  write: async (facts, rng) => {
    if (isVague(rng)) return rng.pick(VAGUE);
    const failing = await facts.failing();
    const operation = rng.stream("operation").pick(failing.length === 0 ? facts.app.operations.map(({ name }) => name) : failing);
    return rng.pick([
      `Support forwards a ticket: "${operation} gives me an error, again and again."`,
      `A partner who uses the API reports that ${operation} fails, and asks whether that is known.`,
      `Customers complain: they get nothing from ${operation}.`,
    ]);
  },
};

const VAGUE = [
  'Support forwards a ticket: "The site felt slow today." There are no details.',
  "A customer wrote that a page did not load, and that it worked when they tried again.",
  "A colleague asks whether everything is all right: a graph looked odd for a moment.",
  'Support forwards a ticket: "Something is wrong with my account, please look into it."',
] as const;
