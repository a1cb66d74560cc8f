import type { PublishCall } from "#kube/app/behaviour.ts";
import type { Stage } from "../network/create-network.ts";
import { type AskBroker, createBrokerClient } from "./broker-client.ts";
import type { Failure } from "./failure.ts";
import type { ProductTools } from "./product-calls.ts";

/**
 * Sends messages to brokers. For a Kafka a message is sent in the background, and takes up memory until it is; for a RabbitMQ the request waits.
 */
export const createPublisher = (stage: Stage, { app, failed }: ProductTools): ((call: PublishCall) => Promise<Failure | undefined>) => {
  const clients = new Map<string, AskBroker>();
  const waiting: Buffer[] = [];
  const send = async (call: PublishCall): Promise<Failure | undefined> => {
    const { product, address, topic } = call;
    const ask = clients.get(address) ?? createBrokerClient(stage, app, { product, address });
    clients.set(address, ask);
    const sent = await ask({ op: "publish", topic });
    if ("answer" in sent) {
      waiting.length = 0;
      return undefined;
    }
    const { text } = sent.failure;
    failed(
      `publish ${text}`,
      (call.failed ?? app.behaviour.log.callFailed.publish).replace("{error}", () => text),
    );
    if (call.messageKiB !== undefined) waiting.push(Buffer.alloc(call.messageKiB * 1024, 1));
    return sent.failure;
  };
  return async (call) => {
    const sent = send(call);
    return call.product === "kafka" ? undefined : await sent;
  };
};
