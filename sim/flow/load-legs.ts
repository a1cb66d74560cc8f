import type { AppOperation } from "#kube/app/app.ts";
import type { AppInstall } from "../apps/behaviour/app-install.ts";
import { dialError } from "../apps/languages/go/dial-error.ts";
import { componentOf } from "../apps/runtime/component-of.ts";
import { findProcess } from "../apps/runtime/process-keys.ts";
import { connect } from "../network/connect.ts";
import type { ConnectionTarget } from "../network/network.ts";
import type { Leg } from "./call-legs.ts";
import type { Evaluation } from "./evaluation.ts";
import { LOAD_CALLER, LOAD_TIMEOUT_MS } from "./load.ts";
import { FAR } from "./network-hop.ts";
import { fails, inSequence, mapFailures, type Outcome, succeeds, withTimeout } from "./outcome.ts";

/** Where the load's requests for one operation go and how its clients see them end; the rates are shares that sum to 1. */
export const loadLegs = (evaluation: Evaluation, { record, namespace }: AppInstall, operation: AppOperation): readonly Leg[] => {
  const { service, port, program } = record.load;
  const targets = connect(evaluation.world, LOAD_CALLER, `${service}.${namespace}.svc.cluster.local`, port);
  return targets.map((target) => toLeg(evaluation, { service, program }, operation, target));
};

/** What the load calls, and the program that it expects there. */
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
  const answered = inSequence(succeeds(FAR), asHttp(evaluation.outcomeOf(server, name)));
  return { ...leg, to, server, outcome: withTimeout(answered, LOAD_TIMEOUT_MS, "i/o timeout") };
};

/** Whatever goes wrong behind the entry is an HTTP 500 with the error's text. */
const asHttp = (outcome: Outcome): Outcome => mapFailures(outcome, (error) => ({ ...error, cause: "http-500" }));
