import type { PublishCall } from "#kube/app/behaviour.ts";
import type { World } from "../../kernel/world.ts";
import type { AppProgram } from "../../processes/app-program.ts";
import { componentOf } from "../../processes/component-of.ts";
import type { Process } from "../../processes/process.ts";
import { DEFAULT_PORTS } from "../../programs/behaviour/default-ports.ts";
import { addressOf } from "../../programs/behaviour/settings.ts";
import { clientWords } from "../../programs/languages/languages.ts";
import type { Call, Leg } from "./call-legs.ts";
import { lognormal } from "./distribution.ts";
import { hop } from "./network-hop.ts";
import { fails, INSTANT, inSequence, succeeds } from "./outcome.ts";
import { reachBroker } from "./reach-broker.ts";

/** A message sent in the background: what becomes of it is no matter of the request. */
export const publishMessage = (world: World, process: Process, app: AppProgram, { address, topic, failed }: PublishCall): Call => {
  const message = failed ?? app.behaviour.log.callFailed.publish;
  return { outcome: INSTANT, legs: [brokerLeg(world, process, app, { address, message, operation: `${topic} publish`, rate: 1, topic })] };
};

/** One request of a client of Kafka to its broker. */
export const brokerLeg = (
  world: World,
  process: Process,
  app: AppProgram,
  { address, ...request }: Pick<Leg, "message" | "operation" | "rate" | "topic"> & { readonly address: string },
): Leg => {
  const target = addressOf(process, address, DEFAULT_PORTS.kafka);
  const leg = { ...request, to: target.host, protocol: "kafka" as const };
  const reached = reachBroker(world, process, address);
  if (reached.kind === "failed") {
    const { cause, message, afterMs } = clientWords(app, "messages").describe(reached.outcome, target);
    return { ...leg, outcome: fails(cause, message, afterMs) };
  }
  const outcome = inSequence(succeeds(hop(world, process, reached.server)), succeeds(BROKER_TIME));
  return { ...leg, to: componentOf(reached.server.start.pod), server: reached.server, outcome };
};

const BROKER_TIME = lognormal(1, 12);
