import type { EpisodeFacts } from "./reward.ts";

/**
 * Progress of the repair, Φ, as an advance on its grade: the weighted share of the conditions violated at the start that
 * hold now, less the share of the others that are broken now. What recovers or breaks when nobody acts is left out, so
 * that a step is paid for what was done.
 * @returns −1..1; 0 right after the injection
 */
export const potentialOf = ({ lasting, violatedAtStart, idle }: Pick<EpisodeFacts, "lasting" | "violatedAtStart" | "idle">): number => {
  const started = { all: 0, held: 0 };
  const others = { all: 0, broken: 0 };
  for (const { name, weight, held } of lasting) {
    if (idle?.steady.includes(name) === false) continue;
    const isDueToAgent = idle?.disturbed.includes(name) !== true;
    if (violatedAtStart.includes(name)) {
      started.all += weight;
      if (held && isDueToAgent) started.held += weight;
    } else {
      others.all += weight;
      if (!held && isDueToAgent) others.broken += weight;
    }
  }
  return shareOf(started.held, started.all) - shareOf(others.broken, others.all);
};

const shareOf = (part: number, all: number): number => (all === 0 ? 0 : part / all);
