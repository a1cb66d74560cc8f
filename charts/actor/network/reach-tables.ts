import type { SqlStore } from "#kube/app/store-behaviour.ts";
import type { Contact, SqlLogin } from "#sim/programs/runtime/process-network.ts";
import type { SqlRefusal, WantedRight } from "#sim/stores/runtime/sql-client.ts";
import { greetServer, somethingElse } from "./greet-server.ts";
import type { LineClient } from "./line-protocol.ts";

/** Connection to a SQL server. */
export interface OpenTables {
  readonly client: LineClient;
  /** Signs in, and sends a statement where one is wanted; gives the server's refusal, undefined where it carries it out. */
  ask(login: SqlLogin, wanted?: WantedRight): Promise<SqlRefusal | undefined | "cut-off">;
}

/** Connects to a SQL server and checks that it is one of this product. */
export const reachTables = async (product: SqlStore["product"], host: string, port: number): Promise<Contact<OpenTables>> => {
  const greeted = await greetServer(host, port, (hello) => hello["product"] === product, DIAL_MS);
  if (greeted.kind === "failed") return greeted;
  const { client } = greeted.server;
  return { kind: "reached", server: { client, ask: (login, wanted) => send(client, login, wanted) } };
};

/** Signs in once; the server's part of the contact is its refusal, undefined where it lets the client in. */
export const signInToTables = async (
  product: SqlStore["product"],
  host: string,
  port: number,
  login: SqlLogin,
): Promise<Contact<SqlRefusal | undefined>> => {
  const reached = await reachTables(product, host, port);
  if (reached.kind === "failed") return reached;
  const answer = await reached.server.ask(login);
  reached.server.client.close();
  if (answer === "cut-off") return somethingElse(host, port);
  return { kind: "reached", server: answer };
};

const send = async (client: LineClient, login: SqlLogin, wanted: WantedRight | undefined): Promise<SqlRefusal | undefined | "cut-off"> => {
  const answer = await client.ask({ op: "statement", login, wanted }, REQUEST_MS);
  if (answer === undefined) return "cut-off";
  return answer["refusal"] as SqlRefusal | undefined;
};

const DIAL_MS = 10_000;
const REQUEST_MS = 30_000;
