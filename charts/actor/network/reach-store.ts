import type { Result } from "#core/result.ts";
import type { Contact, StoreContact } from "#sim/programs/runtime/process-network.ts";
import type { MongoError } from "#sim/stores/mongo/server/mongo-client.ts";
import { waitFor } from "../settle.ts";
import { greetServer } from "./greet-server.ts";
import type { LineClient } from "./line-protocol.ts";

/** Connection to a store that can be inspected and closed. */
export interface OpenStore extends StoreContact {
  readonly client: LineClient;
}

/** Connects to a MongoDB server and checks that it is one. */
export const reachStore = async (host: string, port: number): Promise<Contact<OpenStore>> => {
  const greeted = await greetServer(host, port, ({ ok }) => ok === true, DIAL_MS);
  return greeted.kind === "failed" ? greeted : { kind: "reached", server: openStore(greeted.server.client) };
};

const openStore = (client: LineClient): OpenStore => {
  const ask = <T>(request: object) => waitFor(askStore<T>(client, request));
  return {
    client,
    signIn: (credentials) => ask<undefined>({ op: "signIn", credentials }),
    find: (database, collection, filter) => ask({ op: "find", database, collection, filter }),
    insert: (database, collection, documents) => ask({ op: "insert", database, collection, documents }),
  };
};

/** Sends one request to a store. */
const askStore = async <T>(client: LineClient, request: object): Promise<Result<T, MongoError>> => {
  const answer = await client.ask(request, REQUEST_MS);
  if (answer === undefined) return { ok: false, error: CUT_OFF };
  return answer["ok"] === true ? { ok: true, value: answer["value"] as T } : { ok: false, error: answer["error"] as MongoError };
};

const CUT_OFF: MongoError = { code: 6, codeName: "HostUnreachable", message: "socket was unexpectedly closed: EOF" };

const DIAL_MS = 5000;
const REQUEST_MS = 30_000;
