import type { Contact } from "#sim/programs/runtime/process-network.ts";
import { dial } from "./dial.ts";
import { createLineClient, type LineClient } from "./line-protocol.ts";

/** A server that has said hello. */
export interface GreetedServer {
  readonly client: LineClient;
  readonly hello: Hello;
}

type Hello = Readonly<Record<string, unknown>>;

/**
 * Connects to a server of the line protocol and greets it.
 *
 * @param isWanted tells a server that is looked for from another by its hello
 * @param dialMs timeout of the connection, ms
 */
export const greetServer = async (
  host: string,
  port: number,
  isWanted: (hello: Hello) => boolean,
  dialMs: number,
): Promise<Contact<GreetedServer>> => {
  const dialled = await dial(host, port, dialMs);
  if (dialled.kind !== "connected") return { kind: "failed", outcome: dialled };
  const client = createLineClient(dialled.socket);
  const hello = await client.ask({ op: "hello" }, HELLO_MS);
  if (hello !== undefined && isWanted(hello)) return { kind: "reached", server: { client, hello } };
  client.close();
  return somethingElse(host, port);
};

const HELLO_MS = 2000;

/** Contact with something that is not what was looked for there. */
export const somethingElse = (host: string, port: number): Contact<never> => ({
  kind: "failed",
  outcome: { kind: "connected", process: "", podIP: host, port, serves: "" },
});
