import { setTimeout as sleep } from "node:timers/promises";
import { DEFAULT_PORTS } from "#kube/app/default-ports.ts";
import type { DocumentStore } from "#kube/app/store-behaviour.ts";
import type { AppProgram } from "#sim/processes/app-program.ts";
import { addressOf } from "#sim/programs/behaviour/settings.ts";
import { clientWords } from "#sim/programs/languages/languages.ts";
import type { Stage } from "../network/create-network.ts";
import { type OpenStore, reachStore } from "../network/reach-store.ts";
import { settle } from "../settle.ts";
import type { Failure } from "./failure.ts";

/** Sends commands to a program's MongoDB over a connection of its own, which is opened again when it ended. */
export const createDocumentClient = (
  stage: Stage,
  app: AppProgram,
  store: DocumentStore,
): ((command: "find" | "insert") => Promise<Failure | undefined>) => {
  const { database, collection } = store;
  let connection: OpenStore | undefined;
  return async (command) => {
    if (connection?.client.isOpen !== true) {
      const opened = await select(stage, app, store);
      if ("text" in opened) return opened;
      connection = opened;
    }
    // The application's own data do not change: what is written is nothing, with all that writing needs.
    const result =
      command === "find"
        ? await settle(connection.find(database, collection, {}))
        : await settle(connection.insert(database, collection, []));
    return result.ok ? undefined : { text: clientWords(app, "documents").refusal(result.error), cause: "unauthorized" };
  };
};

/** The driver looks for its server for a while before it gives up. */
const select = async ({ process }: Stage, app: AppProgram, { address, credentials }: DocumentStore): Promise<OpenStore | Failure> => {
  const words = clientWords(app, "documents");
  const { host, port } = addressOf(process, address, DEFAULT_PORTS.mongodb);
  const untilMs = Date.now() + words.selectionMs;
  for (;;) {
    const reached = await reachStore(host, port);
    if (reached.kind === "reached") {
      const signedIn = credentials === undefined ? undefined : await settle(reached.server.signIn({ ...credentials, database: "admin" }));
      if (signedIn === undefined || signedIn.ok) return reached.server;
      reached.server.client.close();
      return { text: words.signInFailure(signedIn.error), cause: "unauthorized" };
    }
    const { outcome } = reached;
    const cause = outcome.kind === "dropped" ? "timed-out" : outcome.kind === "connected" ? "reset" : outcome.kind;
    if (Date.now() >= untilMs) return { text: words.describe(host, port, outcome), cause };
    await sleep(Math.min(LOOK_AGAIN_MS, untilMs - Date.now()));
  }
};

const LOOK_AGAIN_MS = 500;
