import { DEFAULT_PORTS } from "#kube/app/default-ports.ts";
import type { DocumentStore } from "#kube/app/store-behaviour.ts";
import type { World } from "../../kernel/world.ts";
import { reach } from "../../network/connections/process-caller.ts";
import { componentOf } from "../../processes/component-of.ts";
import type { Process } from "../../processes/process.ts";
import { findProcess } from "../../processes/process-keys.ts";
import { poolOf } from "../../programs/behaviour/pool-of.ts";
import { addressOf } from "../../programs/behaviour/settings.ts";
import type { DocumentWords } from "../../programs/languages/language.ts";
import { clientWords } from "../../programs/languages/languages.ts";
import { checkCredentials, deny, openSession } from "../../stores/mongo/server/mongo-client.ts";
import type { Leg } from "./call-legs.ts";
import { lognormal } from "./distribution.ts";
import { hop } from "./network-hop.ts";
import { fails, inSequence, succeeds } from "./outcome.ts";
import type { StoreRequest } from "./store-request.ts";

/** A command sent to a MongoDB. */
export const askDocuments = (world: World, process: Process, store: DocumentStore, { app, call, rate }: StoreRequest): Leg => {
  const documents = clientWords(app, "documents");
  const { log } = app.behaviour;
  const { host, port } = addressOf(process, store.address, DEFAULT_PORTS.mongodb);
  const leg = { to: host, operation: call.command, protocol: "mongodb" as const, rate, message: call.failed ?? log.callFailed.document };
  const reached = reach(world, process, host, port, "mongodb");
  if (reached.kind === "failed") {
    const { outcome } = reached;
    const cause = outcome.kind === "dropped" ? "timed-out" : outcome.kind === "connected" ? "reset" : outcome.kind;
    const other = outcome.kind === "connected" ? findProcess(world, outcome.process) : undefined;
    const to = other === undefined ? host : componentOf(other.start.pod);
    return { ...leg, to, outcome: fails(cause, documents.describe(host, port, outcome), documents.selectionMs) };
  }
  const denied = storeDenial(world, documents, reached.server, store, call.command);
  const outcome =
    denied === undefined
      ? inSequence(succeeds(hop(world, process, reached.server)), succeeds(STORE_TIME))
      : fails("unauthorized", denied, 2);
  const pool = poolOf(process, app);
  return { ...leg, ...(pool && { pool }), to: componentOf(reached.server.start.pod), server: reached.server, outcome };
};

const storeDenial = (
  world: World,
  words: DocumentWords,
  mongod: Process,
  { database, collection, credentials }: DocumentStore,
  command: "find" | "insert",
): string | undefined => {
  const session =
    credentials === undefined
      ? openSession(mongod)
      : signedIn(words, checkCredentials(world, mongod, { ...credentials, database: "admin" }));
  if (typeof session === "string") return session;
  const denied = deny(world, session, database, command, `{ ${command}: "${collection}", $db: "${database}" }`);
  return denied === undefined ? undefined : `(${denied.codeName}) ${denied.message}`;
};

const signedIn = (words: DocumentWords, result: ReturnType<typeof checkCredentials>) =>
  result.ok ? result.value : words.signInFailure(result.error);

const STORE_TIME = lognormal(1, 12);
