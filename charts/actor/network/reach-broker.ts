import { parseAddress } from "#kube/app/address.ts";
import type { PublishCall } from "#kube/app/behaviour.ts";
import type { Contact } from "#sim/programs/runtime/process-network.ts";
import { dial } from "./dial.ts";
import { createLineClient, type LineClient } from "./line-protocol.ts";

/**
 * Connects to a broker of messages. One of Kafka is asked where the brokers are, and the client goes to the address that it advertises.
 */
export const reachBroker = async (product: PublishCall["product"], host: string, port: number): Promise<Contact<LineClient>> => {
  const first = await greet(product, host, port);
  if (first.kind === "failed") return first;
  const { client, advertised } = first.server;
  if (advertised === undefined || advertised === `${host}:${port}`) return { kind: "reached", server: client };
  client.close();
  const wanted = parseAddress(advertised, port);
  const second = await greet(product, wanted.host, wanted.port);
  return second.kind === "failed" ? second : { kind: "reached", server: second.server.client };
};

interface Greeted {
  readonly client: LineClient;
  /** `host:port` at which the broker says that it can be found. */
  readonly advertised: string | undefined;
}

const greet = async (product: PublishCall["product"], host: string, port: number): Promise<Contact<Greeted>> => {
  const dialled = await dial(host, port, DIAL_MS);
  if (dialled.kind !== "connected") return { kind: "failed", outcome: dialled };
  const client = createLineClient(dialled.socket);
  const hello = await client.ask({ op: "hello" }, HELLO_MS);
  if (hello?.["product"] === product) return { kind: "reached", server: { client, advertised: hello["advertised"] as string | undefined } };
  client.close();
  return { kind: "failed", outcome: { kind: "connected", process: "", podIP: host, port, serves: "" } };
};

const DIAL_MS = 10_000;
const HELLO_MS = 2000;
