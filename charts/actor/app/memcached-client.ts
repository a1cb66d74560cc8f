import type { Socket } from "node:net";
import type { Address } from "#kube/app/address.ts";
import { DEFAULT_PORTS } from "#kube/app/default-ports.ts";
import type { AppProgram } from "#sim/processes/app-program.ts";
import { addressOf, settingOf } from "#sim/programs/behaviour/settings.ts";
import type { CacheFailure, CacheWords } from "#sim/programs/languages/language.ts";
import { clientWords } from "#sim/programs/languages/languages.ts";
import { askInOrder, type OrderedConnection } from "../network/ask-in-order.ts";
import type { Stage } from "../network/create-network.ts";
import { dial } from "../network/dial.ts";
import { patienceOf, SOMETHING_ELSE } from "./patience.ts";

/** A client of the memcached that a setting names. */
export interface MemcachedClient {
  get(
    setting: string,
    key: string,
  ): Promise<{ readonly kind: "hit" | "miss" } | { readonly kind: "failed"; readonly failure: CacheFailure }>;
  set(setting: string, key: string): Promise<CacheFailure | undefined>;
}

export const createMemcachedClient = ({ process }: Stage, app: AppProgram): MemcachedClient => {
  let connection: OrderedConnection | undefined;
  const send = async (setting: string, command: string): Promise<string | CacheFailure> => {
    const words = clientWords(app, "caches");
    if (connection?.isOpen !== true) {
      if (settingOf(process, setting) === "") return words.noServer;
      const opened = await connect(words, addressOf(process, setting, DEFAULT_PORTS.memcached));
      if ("message" in opened) return opened;
      connection = opened;
    }
    return (await connection.ask(command)) ?? words.describe(SOMETHING_ELSE);
  };
  return {
    get: async (setting, key) => {
      const reply = await send(setting, `get ${key}\r\n`);
      if (typeof reply !== "string") return { kind: "failed", failure: reply };
      return { kind: reply.startsWith("VALUE") ? "hit" : "miss" };
    },
    set: async (setting, key) => {
      const reply = await send(setting, `set ${key} 0 0 ${CONTENT.length}\r\n${CONTENT}\r\n`);
      return typeof reply === "string" ? undefined : reply;
    },
  };
};

/** About what a record takes. */
const CONTENT = "x".repeat(200);

const connect = async (words: CacheWords, { host, port }: Address): Promise<OrderedConnection | CacheFailure> => {
  const dialled = await dial(host, port, patienceOf(words.describe));
  return dialled.kind === "connected" ? askInOrder(dialled.socket, readReplies, ANSWER_MS) : words.describe(dialled);
};

const readReplies = (socket: Socket, take: (reply: string) => void): void => {
  let pending = "";
  socket.setEncoding("latin1");
  socket.on("data", (text: string) => {
    pending += text;
    for (;;) {
      const end = END_OF_REPLY.exec(pending);
      if (end === null) break;
      const reply = pending.slice(0, end.index + end[0].length);
      pending = pending.slice(reply.length);
      take(reply);
    }
    if (pending.length > 0 && !START_OF_REPLY.test(pending)) socket.destroy();
  });
};

const END_OF_REPLY = /(?:^|\r\n)(?:END|STORED|NOT_STORED|ERROR)\r\n/;
const START_OF_REPLY = /^(?:V|E|S|N)/;
const ANSWER_MS = 2000;
