import type { Socket } from "node:net";
import type { AppProgram } from "#sim/processes/app-program.ts";
import { DEFAULT_PORTS } from "#sim/programs/behaviour/default-ports.ts";
import { addressOf } from "#sim/programs/behaviour/settings.ts";
import { clientWords } from "#sim/programs/languages/languages.ts";
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
  const connections = new Map<string, Connection>();
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
      connection = openConnection(dialled.socket);
      connections.set(setting, connection);
    }
    const reply = await connection.ask(words);
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

interface Connection {
  readonly isOpen: boolean;
  /** First line of the reply; undefined: the connection ended, or what answers is no Redis. */
  ask(words: readonly string[]): Promise<string | undefined>;
}

/** Replies come in the order of the commands. */
const openConnection = (socket: Socket): Connection => {
  const waiting: ((reply: string | undefined) => void)[] = [];
  let isOpen = true;
  socket.on("close", () => {
    isOpen = false;
    for (const resolve of waiting.splice(0)) resolve(undefined);
  });
  readReplies(socket, (reply) => waiting.shift()?.(reply));
  return {
    get isOpen() {
      return isOpen;
    },
    ask: (words) =>
      new Promise((resolve) => {
        if (!isOpen) return resolve(undefined);
        const timer = setTimeout(() => socket.destroy(), ANSWER_MS);
        waiting.push((reply) => {
          clearTimeout(timer);
          resolve(reply);
        });
        socket.write(writeCommand(words));
      }),
  };
};

const ANSWER_MS = 5000;
