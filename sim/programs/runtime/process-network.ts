import type { Result } from "#core/result.ts";
import type { RegistryProduct } from "#kube/app/behaviour.ts";
import type { SqlStore } from "#kube/app/store-behaviour.ts";
import type { ConnectionOutcome } from "../../network/connections/connection.ts";
import type { Process } from "../../processes/process.ts";
import type { Credentials, MongoError } from "../../stores/mongo/server/mongo-client.ts";
import type { MongoDocument } from "../../stores/mongo/server/mongo-data.ts";
import type { SqlRefusal } from "../../stores/runtime/sql-client.ts";
import type { Registration } from "../products/registry/registrations.ts";
import type { Effect } from "./effect.ts";

/** Network of a program: its own sockets, and the servers that it can reach. */
export interface ProcessNetwork {
  /** Opens sockets; false when one of them is taken. */
  listen(ports: Process["ports"]): Effect<boolean>;
  /** Connects to a MongoDB server. */
  reachStore(host: string, port: number): Effect<Contact<StoreContact>>;
  /** Connects to a Redis and says hello; the server's part of the contact is its refusal, undefined where it greets back. */
  greetKeyValues(host: string, port: number): Effect<Contact<string | undefined>>;
  /** Signs in to a SQL server; the server's part of the contact is its refusal, undefined where it lets the client in. */
  signInToTables(product: SqlStore["product"], host: string, port: number, login: SqlLogin): Effect<Contact<SqlRefusal | undefined>>;
  /** Connects to a registry. */
  reachRegistry(product: RegistryProduct, host: string, port: number): Effect<Contact<RegistryContact>>;
}

/** A server that speaks the wanted protocol, or what became of the connection. */
export type Contact<Server> =
  | { readonly kind: "reached"; readonly server: Server }
  | { readonly kind: "failed"; readonly outcome: ConnectionOutcome };

/** A connection to a MongoDB server, not signed in at first. */
export interface StoreContact {
  /** Signs in; later requests are made as that user. */
  signIn(credentials: Credentials): Effect<Result<undefined, MongoError>>;
  find(database: string, collection: string, filter?: MongoDocument): Effect<Result<readonly MongoDocument[], MongoError>>;
  insert(database: string, collection: string, documents: readonly MongoDocument[]): Effect<Result<number, MongoError>>;
}

/** Account and database of a client of a SQL server. */
export interface SqlLogin {
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** A registry that answers. */
export interface RegistryContact {
  /** Names the running server: one that started again is another. */
  readonly instance: string;
  registrations(): Effect<readonly Registration[]>;
  register(registration: Registration): Effect<void>;
  deregister(id: string): Effect<void>;
}
