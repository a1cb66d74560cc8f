import { parseAddress } from "#kube/app/address.ts";
import type { PublishCall } from "#kube/app/behaviour.ts";
import { DEFAULT_PORTS } from "#kube/app/default-ports.ts";
import type { World } from "../../kernel/world.ts";
import { type Reached, reach } from "../../network/connections/process-caller.ts";
import type { Process } from "../../processes/process.ts";
import { addressOf } from "../../programs/behaviour/settings.ts";
import type { Target } from "../../programs/languages/language.ts";
import { kafkaStore } from "../../stores/kafka/server/kafka-data.ts";

/** A broker by the setting that holds its address. */
export type BrokerSetting = Pick<PublishCall, "product" | "address">;

/** A broker, with the address that was dialled last. */
export type DialledBroker = Reached & { readonly dialled: Target };

/** The broker of a client. One of Kafka asks the one in its settings where the brokers are, and goes to the address that that one advertises. */
export const reachBroker = (world: World, process: Process, { product, address }: BrokerSetting): DialledBroker => {
  const settings = addressOf(process, address, DEFAULT_PORTS[product]);
  const dial = (dialled: Target): DialledBroker => ({
    ...reach(world, process, dialled.host, dialled.port, product === "rabbitmq" ? "amqp" : "kafka"),
    dialled,
  });
  const first = dial(settings);
  if (product === "rabbitmq" || first.kind === "failed") return first;
  const bound = first.server.ports.find(({ serves }) => serves === "kafka")?.port ?? settings.port;
  const state = kafkaStore.state(world, { process: first.server, port: bound });
  const advertised = state?.advertised[bound];
  return state === undefined || advertised === undefined ? first : dial({ ...parseAddress(advertised, settings.port), node: state.nodeId });
};
