import type { PublishCall } from "#kube/app/behaviour.ts";
import { DEFAULT_PORTS } from "#kube/app/default-ports.ts";
import type { AppProgram } from "#sim/processes/app-program.ts";
import { addressOf } from "#sim/programs/behaviour/settings.ts";
import { clientWords } from "#sim/programs/languages/languages.ts";
import type { Stage } from "../network/create-network.ts";
import type { Answer, LineClient } from "../network/line-protocol.ts";
import { reachBroker } from "../network/reach-broker.ts";
import type { Failure } from "./failure.ts";
import { SOMETHING_ELSE } from "./patience.ts";

/** Sends a request to a broker over a connection that is opened again when it ended. */
export type AskBroker = (request: object) => Promise<{ readonly answer: Answer } | { readonly failure: Failure }>;

/** A client of the broker that a setting names. */
export const createBrokerClient = (
  { process }: Stage,
  app: AppProgram,
  { product, address }: Pick<PublishCall, "product" | "address">,
): AskBroker => {
  let connection: LineClient | undefined;
  return async (request) => {
    const words = clientWords(app, product === "kafka" ? "messages" : "amqp");
    const target = addressOf(process, address, DEFAULT_PORTS[product]);
    const failed = (outcome: typeof SOMETHING_ELSE) => {
      const { message, cause } = words.describe(outcome, target);
      return { failure: { text: message, cause } };
    };
    if (connection?.isOpen !== true) {
      const reached = await reachBroker(product, target.host, target.port);
      if (reached.kind === "failed") return failed(reached.outcome);
      connection = reached.server;
    }
    const answer = await connection.ask(request, ANSWER_MS);
    return answer === undefined ? failed(SOMETHING_ELSE) : { answer };
  };
};

const ANSWER_MS = 10_000;
