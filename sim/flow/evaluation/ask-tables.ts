import { DEFAULT_PORTS } from "#kube/app/default-ports.ts";
import type { SqlStore } from "#kube/app/store-behaviour.ts";
import type { World } from "../../kernel/world.ts";
import { callerOfProcess, reach } from "../../network/connections/process-caller.ts";
import { componentOf } from "../../processes/component-of.ts";
import type { Process } from "../../processes/process.ts";
import type { Pool } from "../../programs/behaviour/pool-of.ts";
import { poolOf } from "../../programs/behaviour/pool-of.ts";
import { addressOf, sqlLoginOf } from "../../programs/behaviour/settings.ts";
import type { SqlWords, Target } from "../../programs/languages/language.ts";
import { sqlWords } from "../../programs/languages/languages.ts";
import { openFor } from "../../stores/runtime/pooled-connections.ts";
import type { SqlRefusal } from "../../stores/runtime/sql-client.ts";
import { SQL_PRODUCTS } from "../../stores/sql-products.ts";
import type { Leg } from "./call-legs.ts";
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
  const { slots, refuse } = SQL_PRODUCTS[store.product];
  const contact = { process: server, port: target.port };
  const pool = poolOf(process, app);
  const open = pool === undefined ? undefined : openFor(world, contact, process, slots(world, contact) ?? 0);
  const client = {
    ...sqlLoginOf(process, store),
    ip: callerOfProcess(world, process).podIP ?? "127.0.0.1",
    isConnected: open !== undefined && open > 0,
  };
  const wanted = { right: operation, table: store.table };
  const refused = refuse(world, contact, client, wanted);
  const outcome =
    refused === undefined ? inSequence(succeeds(hop(world, process, server)), succeeds(QUERY_TIME)) : refuses(words, refused, target, pool);
  return {
    ...leg,
    ...(pool && { pool: open === undefined || open === 0 ? pool : { ...pool, connections: open } }),
    to: componentOf(server.start.pod),
    server,
    outcome,
  };
};

/** A request with a pool waits for it, whatever it is that keeps connections from opening. */
const refuses = (words: SqlWords, { at, text, code, afterMs }: SqlRefusal, target: Target, pool: Pool | undefined): Outcome => {
  if (at === "sign-in") return fails("unauthorized", words.signInFailure(text, target, code), pool?.waitMs ?? 3);
  return fails(code === undefined && afterMs === undefined ? "unauthorized" : "internal", words.refusal(text, code), afterMs ?? 3);
};

const STATEMENTS = { find: "SELECT", insert: "INSERT" } as const;

const QUERY_TIME = lognormal(0.8, 10);
