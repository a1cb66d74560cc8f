import { invariant } from "#core/invariant.ts";
import type { AppProgram } from "../../processes/app-program.ts";
import type { Process } from "../../processes/process.ts";
import { clientWords, sqlWords } from "../../programs/languages/languages.ts";
import { backlogOf } from "./backlogs.ts";
import type { Call, Leg } from "./call-legs.ts";
import { capacityOf, cpuLimitOf } from "./capacity.ts";
import type { Spread } from "./distribution.ts";
import type { Evaluation, Pool } from "./evaluation.ts";
import { fails, inSequence, okShare, type Outcome, succeeds } from "./outcome.ts";
import { processorWait } from "./processor-wait.ts";

/** A command for a store, with its waits for a connection and for the store's processor. */
export const commandUnderLoad = (evaluation: Evaluation, process: Process, app: AppProgram, idle: Leg): Call => {
  const { server } = idle;
  if (server === undefined || okShare(idle.outcome) === 0) return { outcome: idle.outcome, legs: [idle] };
  const wait = storeWait(evaluation, server);
  const leg = wait.meanMs === 0 ? idle : { ...idle, outcome: inSequence(succeeds(wait), idle.outcome) };
  const demand = evaluation.demand.get(process.key);
  const pool =
    idle.pool === undefined || demand === undefined ? undefined : capacityOf(process, app, demand, backlogOf(evaluation.backlogs, process)).pool;
  if (idle.pool === undefined || pool === undefined) return { outcome: leg.outcome, legs: [leg] };
  const { givenUp } = pool;
  if (givenUp === 0) return { outcome: inSequence(succeeds(pool.wait), leg.outcome), legs: [leg] };
  const none = fails("internal", exhausted(app, idle.pool), idle.pool.waitMs ?? 0);
  const waited: Outcome = { ...none, errors: none.errors.map((error) => ({ ...error, share: givenUp })), ...pool.wait };
  const { server: _, pool: __, ...lost } = idle;
  return {
    outcome: inSequence(waited, leg.outcome),
    legs: [
      { ...leg, rate: idle.rate * (1 - givenUp), wanted: idle.rate },
      { ...lost, rate: idle.rate * givenUp, outcome: none },
    ],
  };
};

/** Error of a request that got no connection. */
const exhausted = (app: AppProgram, pool: Pool): string => {
  const { store } = app.behaviour;
  const words = store?.kind === "sql" ? sqlWords(app, store) : clientWords(app, "documents");
  invariant(words.exhausted !== undefined, `no words are known for an exhausted pool of programs in ${app.behaviour.language}`);
  return words.exhausted(pool);
};

/** Wait for a store's processor: where its clients ask for more than it does, all of them stand in its queue. */
const storeWait = ({ demand }: Evaluation, server: Process): Spread => {
  const asked = demand.get(server.key);
  if (asked === undefined || asked.rate <= 0) return NO_WAIT;
  const cores = cpuLimitOf(server);
  const cpuMs = (asked.cpuCores * 1000) / asked.rate;
  const { rate, atOnce } = asked.clients ?? { rate: asked.rate, atOnce: 0 };
  const perS = (cores * 1000) / cpuMs;
  if (rate <= perS) return processorWait(rate, cpuMs, cores);
  const meanMs = (atOnce * 1000) / perS;
  return { meanMs, variance: (meanMs * meanMs) / Math.max(1, atOnce) };
};

const NO_WAIT: Spread = { meanMs: 0, variance: 0 };
