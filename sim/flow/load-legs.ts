import type { AppOperation } from "#kube/app/app.ts";
import { connect } from "../network/connections/connect.ts";
import type { ConnectionTarget } from "../network/connections/connection.ts";
import { componentOf } from "../processes/component-of.ts";
import type { Process } from "../processes/process.ts";
import { findProcess } from "../processes/process-keys.ts";
import type { AppInstall } from "../programs/catalogue/app-install.ts";
import { dialError } from "../programs/languages/go/dial-error.ts";
import type { Leg } from "./evaluation/call-legs.ts";
import type { Evaluation } from "./evaluation/evaluation.ts";
import { FAR } from "./evaluation/network-hop.ts";
import { fails, inSequence, mapFailures, type Outcome, succeeds, withTimeout } from "./evaluation/outcome.ts";
import { httpStatus } from "./http-status.ts";
import { LOAD_CALLER, LOAD_TIMEOUT_MS } from "./load.ts";

/** Targets of the load's requests for one operation, with their outcomes as clients see them; the shares sum to 1. */
export const loadLegs = (evaluation: Evaluation, { record, namespace }: AppInstall, operation: AppOperation): readonly Leg[] => {
  const { service, port, program } = operation.entry ?? record.load;
  const targets = connect(evaluation.world, LOAD_CALLER, `${service}.${namespace}.svc.cluster.local`, port);
  return targets.map((target) => toLeg(evaluation, { service, program }, operation, target));
};

/** Service that the load calls, and the program that it expects there. */
type Entry = Pick<AppInstall["record"]["load"], "service" | "program">;

const toLeg = (evaluation: Evaluation, { service, program }: Entry, { name }: AppOperation, { share, outcome }: ConnectionTarget): Leg => {
  const leg = { to: service, operation: name, protocol: "http" as const, rate: share, message: "{error}" };
  if (outcome.kind !== "connected") {
    const cause =
      outcome.kind === "dropped" || (outcome.kind === "no-such-host" && outcome.why === "server-timeout") ? "timed-out" : outcome.kind;
    return {
      ...leg,
      outcome: fails(cause, dialError(outcome), cause === "timed-out" ? LOAD_TIMEOUT_MS : outcome.kind === "refused" ? 1 : 5),
    };
  }
  const server = findProcess(evaluation.world, outcome.process);
  if (server === undefined) return { ...leg, outcome: fails("reset", "connection reset by peer", 1) };
  const to = componentOf(server.start.pod);
  if (outcome.serves !== `http/${program}`) return { ...leg, to, server, outcome: fails("wrong-server", `${outcome.serves} answers`, 1) };
  const answered = inSequence(succeeds(FAR), asHttp(server, evaluation.outcomeOf(server, name)));
  return { ...leg, to, server, outcome: withTimeout(answered, LOAD_TIMEOUT_MS, "i/o timeout") };
};

/** Outcome at the entry: every error becomes an HTTP status with its text. */
const asHttp = ({ app }: Process, outcome: Outcome): Outcome =>
  mapFailures(outcome, (error) => ({ ...error, cause: `http-${app === undefined ? 500 : httpStatus(app, error.cause)}` }));
