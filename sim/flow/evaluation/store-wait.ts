import type { Process } from "../../processes/process.ts";
import { cpuLimitOf } from "./capacity.ts";
import type { Spread } from "./distribution.ts";
import type { ClientDemand, Evaluation } from "./evaluation.ts";
import { lostMs, processorWait } from "./processor-wait.ts";

/** Wait of a command for its store's processor. */
export const storeWait = ({ demand, processors }: Evaluation, server: Process): Spread => {
  const asked = demand.get(server.key);
  if (asked?.clients === undefined || asked.rate <= 0) return NO_WAIT;
  const processor = { limit: cpuLimitOf(server), cores: processors.coresOf(server) };
  const cpuMs = (asked.cpuCores * 1000) / asked.rate;
  const wanted = asked.clients.reduce((sum, { rate }) => sum + rate, 0);
  const perS = (processor.cores * 1000) / cpuMs;
  if (wanted <= perS) return longer(processorWait(wanted, cpuMs, processor), lostMs(cpuMs, processor));
  const meanMs = sharedTimeMs(asked.clients, perS);
  return { meanMs, variance: (meanMs * meanMs * cpuMs) / (meanMs * processor.cores) };
};

const longer = (wait: Spread, byMs: number): Spread =>
  byMs === 0 ? wait : { meanMs: wait.meanMs + byMs, variance: wait.variance + byMs * byMs };

const NO_WAIT: Spread = { meanMs: 0, variance: 0 };

/**
 * Time that a command takes at a store whose clients want more than it does: so long that they together, each with no more commands at once
 * than it can send, ask for what it does.
 */
export const sharedTimeMs = (clients: readonly ClientDemand[], perS: number): number => {
  // The later a client has all of its commands at the store, the more it gets of what it wants.
  const patient = clients.filter(({ rate }) => rate > 0).sort((a, b) => b.atOnce / b.rate - a.atOnce / a.rate);
  let atOnce = patient.reduce((sum, client) => sum + client.atOnce, 0);
  let left = perS;
  for (const client of patient) {
    const seconds = atOnce / left;
    if (client.atOnce / client.rate <= seconds) return seconds * 1000;
    atOnce -= client.atOnce;
    left -= client.rate;
  }
  return 0;
};
