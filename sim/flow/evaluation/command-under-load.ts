import { invariant } from "#core/invariant.ts";
import type { AppProgram } from "../../processes/app-program.ts";
import type { Process } from "../../processes/process.ts";
import type { Pool } from "../../programs/behaviour/pool-of.ts";
import { clientWords, sqlWords } from "../../programs/languages/languages.ts";
import type { Call, Leg } from "./call-legs.ts";
import { capacityOf } from "./capacity.ts";
import { circumstancesOf, type Evaluation } from "./evaluation.ts";
import { fails, inSequence, type Outcome, okShare, succeeds } from "./outcome.ts";
import { storeWait } from "./store-wait.ts";

/** A command for a store, with its waits for a connection and for the store's processor. */
export const commandUnderLoad = (evaluation: Evaluation, process: Process, app: AppProgram, idle: Leg): Call => {
  const { server } = idle;
  if (server === undefined || okShare(idle.outcome) === 0) return { outcome: idle.outcome, legs: [idle] };
  const wait = storeWait(evaluation, server);
  const leg = wait.meanMs === 0 ? idle : { ...idle, outcome: inSequence(succeeds(wait), idle.outcome) };
  const demand = evaluation.demand.get(process.key);
  const pool =
    idle.pool === undefined || demand === undefined
      ? undefined
      : capacityOf(process, app, demand, circumstancesOf(evaluation, process)).pool;
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
