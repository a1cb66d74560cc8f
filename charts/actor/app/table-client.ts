import { DEFAULT_PORTS } from "#kube/app/default-ports.ts";
import type { SqlStore } from "#kube/app/store-behaviour.ts";
import type { AppProgram } from "#sim/processes/app-program.ts";
import { addressOf, sqlLoginOf } from "#sim/programs/behaviour/settings.ts";
import { sqlWords } from "#sim/programs/languages/languages.ts";
import type { Stage } from "../network/create-network.ts";
import { type OpenTables, reachTables } from "../network/reach-tables.ts";
import type { Failure } from "./failure.ts";
import { SOMETHING_ELSE } from "./patience.ts";

/** Sends statements to a program's SQL server, as the account that its settings name. */
export const createTableClient = (
  { process }: Stage,
  app: AppProgram,
  store: SqlStore,
): ((command: "find" | "insert") => Promise<Failure | undefined>) => {
  let connection: OpenTables | undefined;
  return async (command) => {
    const words = sqlWords(app, store);
    const target = addressOf(process, store.address, DEFAULT_PORTS[store.product]);
    if (connection?.client.isOpen !== true) {
      const reached = await reachTables(store.product, target.host, target.port);
      if (reached.kind === "failed") {
        const { message, cause } = words.describe(reached.outcome, target);
        return { text: message, cause };
      }
      connection = reached.server;
    }
    const answer = await connection.ask(sqlLoginOf(process, store), { right: STATEMENTS[command], table: store.table });
    if (answer === "cut-off") {
      const { message, cause } = words.describe(SOMETHING_ELSE, target);
      return { text: message, cause };
    }
    if (answer === undefined) return undefined;
    const text = answer.at === "sign-in" ? words.signInFailure(answer.text, target) : words.refusal(answer.text);
    return { text, cause: "unauthorized" };
  };
};

const STATEMENTS = { find: "SELECT", insert: "INSERT" } as const;
