import type { SqlStore } from "#kube/app/store-behaviour.ts";
import type { World } from "../../kernel/world.ts";
import { callerOfProcess, reach } from "../../network/connections/process-caller.ts";
import { componentOf } from "../../processes/component-of.ts";
import type { Process } from "../../processes/process.ts";
import { DEFAULT_PORTS } from "../../programs/behaviour/default-ports.ts";
import { addressOf, sqlLoginOf } from "../../programs/behaviour/settings.ts";
import type { SqlWords, Target } from "../../programs/languages/language.ts";
import { sqlWords } from "../../programs/languages/languages.ts";
import type { SqlRefusal } from "../../stores/runtime/sql-client.ts";
import { SQL_PRODUCTS } from "../../stores/sql-products.ts";
import type { Leg } from "./call-legs.ts";
import { poolOf } from "./connection-pool.ts";
import { lognormal } from "./distribution.ts";
import { hop } from "./network-hop.ts";
import { fails, inSequence, type Outcome, succeeds } from "./outcome.ts";
import type { StoreRequest } from "./store-request.ts";

/** A query or an insertion sent to a SQL server, by the account that the settings name. */
export const askTables = (world: World, process: Process, store: SqlStore, { app, call, rate }: StoreRequest): Leg => {
  const words = sqlWords(app, store);
  const target = addressOf(process, store.address, DEFAULT_PORTS[store.product]);
  const operation = STATEMENTS[call.command];
  const message = call.failed ?? app.behaviour.log.callFailed.sql;
  const leg = { to: target.host, operation: `${operation} ${store.table}`, protocol: store.product, rate, message };
  const reached = reach(world, process, target.host, target.port, SQL_PRODUCTS[store.product].serves);
  if (reached.kind === "failed") {
    const { cause, message: text, afterMs } = words.describe(reached.outcome, target);
    return { ...leg, outcome: fails(cause, text, afterMs) };
  }
  const { server } = reached;
  const client = { ...sqlLoginOf(process, store), ip: callerOfProcess(world, process).podIP ?? "127.0.0.1" };
  const wanted = { right: operation, table: store.table };
  const refused = SQL_PRODUCTS[store.product].refuse(world, { process: server, port: target.port }, client, wanted);
  const outcome =
    refused === undefined ? inSequence(succeeds(hop(world, process, server)), succeeds(QUERY_TIME)) : refuses(words, refused, target);
  const pool = poolOf(process, app);
  return { ...leg, ...(pool && { pool }), to: componentOf(server.start.pod), server, outcome };
};

const refuses = (words: SqlWords, { at, text, code, afterMs }: SqlRefusal, target: Target): Outcome => {
  if (at === "sign-in") return fails("unauthorized", words.signInFailure(text, target), 3);
  return fails(afterMs === undefined ? "unauthorized" : "internal", words.refusal(text, code), afterMs ?? 3);
};

const STATEMENTS = { find: "SELECT", insert: "INSERT" } as const;

const QUERY_TIME = lognormal(0.8, 10);
