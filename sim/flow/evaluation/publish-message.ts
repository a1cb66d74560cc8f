import type { PublishCall } from "#kube/app/behaviour.ts";
import { DEFAULT_PORTS } from "#kube/app/default-ports.ts";
import type { World } from "../../kernel/world.ts";
import type { AppProgram } from "../../processes/app-program.ts";
import { componentOf } from "../../processes/component-of.ts";
import type { Process } from "../../processes/process.ts";
import { addressOf } from "../../programs/behaviour/settings.ts";
import { clientWords } from "../../programs/languages/languages.ts";
import type { Call, Leg } from "./call-legs.ts";
import { lognormal } from "./distribution.ts";
import { hop } from "./network-hop.ts";
import { fails, INSTANT, inSequence, succeeds } from "./outcome.ts";
import { type BrokerSetting, reachBroker } from "./reach-broker.ts";

/** A message for a broker. A client of Kafka sends it in the background, so that what becomes of it is no matter of the request. */
export const publishMessage = (world: World, process: Process, app: AppProgram, call: PublishCall): Call => {
  const { product, address, topic, failed } = call;
  const message = failed ?? app.behaviour.log.callFailed.publish;
  const leg = brokerLeg(world, process, app, { product, address, message, operation: `${topic} publish`, rate: 1, topic });
  return { outcome: product === "kafka" ? INSTANT : leg.outcome, legs: [leg] };
};

/** One request of a client to its broker. */
export const brokerLeg = (
  world: World,
  process: Process,
  app: AppProgram,
  { product, address, ...request }: Pick<Leg, "message" | "operation" | "rate" | "topic"> & BrokerSetting,
): Leg => {
  const { protocol, words } = CLIENTS[product];
  const target = addressOf(process, address, DEFAULT_PORTS[product]);
  const leg = { ...request, to: target.host, protocol };
  const reached = reachBroker(world, process, { product, address });
  if (reached.kind === "failed") {
    const { cause, message, afterMs } = clientWords(app, words).describe(reached.outcome, reached.dialled);
    return { ...leg, outcome: fails(cause, message, afterMs) };
  }
  const outcome = inSequence(succeeds(hop(world, process, reached.server)), succeeds(BROKER_TIME));
  return { ...leg, to: componentOf(reached.server.start.pod), server: reached.server, outcome };
};

const CLIENTS = {
  kafka: { protocol: "kafka", words: "messages" },
  rabbitmq: { protocol: "amqp", words: "amqp" },
} as const;

const BROKER_TIME = lognormal(1, 12);
