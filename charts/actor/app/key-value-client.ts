import { DEFAULT_PORTS } from "#kube/app/default-ports.ts";
import type { AppProgram } from "#sim/processes/app-program.ts";
import { addressOf } from "#sim/programs/behaviour/settings.ts";
import { clientWords } from "#sim/programs/languages/languages.ts";
import { askInOrder, type OrderedConnection } from "../network/ask-in-order.ts";
import type { Stage } from "../network/create-network.ts";
import { dial } from "../network/dial.ts";
import { readReplies, writeCommand } from "../network/resp.ts";
import type { Failure } from "./failure.ts";
import { patienceOf, SOMETHING_ELSE } from "./patience.ts";

/** Sends a command to the Redis that a setting names. */
type SendCommand = (setting: string, words: readonly string[]) => Promise<KeyValueReply>;

type KeyValueReply = { readonly kind: "answered"; readonly isEmpty: boolean } | { readonly kind: "failed"; readonly failure: Failure };

/** A client that keeps one connection to each Redis. */
export const createKeyValueClient = ({ process }: Stage, app: AppProgram): SendCommand => {
  const connections = new Map<string, OrderedConnection>();
  return async (setting, words) => {
    const library = clientWords(app, "keyValues");
    const target = addressOf(process, setting, DEFAULT_PORTS.redis);
    let connection = connections.get(setting);
    if (connection?.isOpen !== true) {
      const dialled = await dial(target.host, target.port, patienceOf(library.describe));
      if (dialled.kind !== "connected") {
        const { message, cause } = library.describe(dialled, target);
        return { kind: "failed", failure: { text: message, cause } };
      }
      connection = askInOrder(dialled.socket, readReplies, ANSWER_MS);
      connections.set(setting, connection);
    }
    const reply = await connection.ask(writeCommand(words));
    if (reply === undefined) {
      const { message, cause } = library.describe(SOMETHING_ELSE, target);
      return { kind: "failed", failure: { text: message, cause } };
    }
    if (reply.startsWith("-")) return { kind: "failed", failure: { text: library.refused(reply.slice(1)), cause: "unauthorized" } };
    return { kind: "answered", isEmpty: EMPTY.has(reply) };
  };
};

/** First lines of replies that hold nothing. */
const EMPTY: ReadonlySet<string> = new Set(["*0", "$-1", "*-1"]);

const ANSWER_MS = 5000;
