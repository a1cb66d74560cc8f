import { parseAddress } from "#kube/app/address.ts";
import type { PublishCall } from "#kube/app/behaviour.ts";
import type { World } from "../../kernel/world.ts";
import { type Reached, reach } from "../../network/connections/process-caller.ts";
import type { Process } from "../../processes/process.ts";
import { DEFAULT_PORTS } from "../../programs/behaviour/default-ports.ts";
import { addressOf } from "../../programs/behaviour/settings.ts";
import { kafkaStore } from "../../stores/kafka/server/kafka-data.ts";

/** A broker by the setting that holds its address. */
export type BrokerSetting = Pick<PublishCall, "product" | "address">;

/** The broker of a client. One of Kafka asks the one in its settings where the brokers are, and goes to the address that that one advertises. */
export const reachBroker = (world: World, process: Process, { product, address }: BrokerSetting): Reached => {
  const { host, port } = addressOf(process, address, DEFAULT_PORTS[product]);
  if (product === "rabbitmq") return reach(world, process, host, port, "amqp");
  const first = reach(world, process, host, port, "kafka");
  if (first.kind === "failed") return first;
  const bound = first.server.ports.find(({ serves }) => serves === "kafka")?.port ?? port;
  const advertised = kafkaStore.state(world, { process: first.server, port: bound })?.advertised[bound];
  if (advertised === undefined) return first;
  const { host: wanted, port: wantedPort } = parseAddress(advertised, port);
  return reach(world, process, wanted, wantedPort, "kafka");
};
