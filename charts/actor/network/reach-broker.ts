import { type Address, parseAddress } from "#kube/app/address.ts";
import type { PublishCall } from "#kube/app/behaviour.ts";
import type { Contact } from "#sim/programs/runtime/process-network.ts";
import { greetServer } from "./greet-server.ts";
import type { LineClient } from "./line-protocol.ts";

/**
 * Connects to a broker of messages. One of Kafka is asked where the brokers are, and the client goes to the address that it advertises.
 */
export const reachBroker = async (product: PublishCall["product"], host: string, port: number): Promise<Contact<LineClient>> => {
  const greet = (at: Address) => greetServer(at.host, at.port, (hello) => hello["product"] === product, DIAL_MS);
  const first = await greet({ host, port });
  if (first.kind === "failed") return first;
  const { client, hello } = first.server;
  const advertised = hello["advertised"] as string | undefined;
  if (advertised === undefined || advertised === `${host}:${port}`) return { kind: "reached", server: client };
  client.close();
  const second = await greet(parseAddress(advertised, port));
  return second.kind === "failed" ? second : { kind: "reached", server: second.server.client };
};

const DIAL_MS = 10_000;
