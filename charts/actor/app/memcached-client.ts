import type { Socket } from "node:net";
import type { Address } from "#kube/app/address.ts";
import type { AppProgram } from "#sim/processes/app-program.ts";
import { DEFAULT_PORTS } from "#sim/programs/behaviour/default-ports.ts";
import { addressOf, settingOf } from "#sim/programs/behaviour/settings.ts";
import type { CacheFailure, CacheWords } from "#sim/programs/languages/language.ts";
import { clientWords } from "#sim/programs/languages/languages.ts";
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
  let connection: Connection | undefined;
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

interface Connection {
  readonly isOpen: boolean;
  /** Undefined: the connection ended, or what came back is not memcached's. */
  ask(command: string): Promise<string | undefined>;
}

const connect = async (words: CacheWords, { host, port }: Address): Promise<Connection | CacheFailure> => {
  const dialled = await dial(host, port, patienceOf(words.describe));
  return dialled.kind === "connected" ? createConnection(dialled.socket) : words.describe(dialled);
};

/** Replies come in the order of the commands. */
const createConnection = (socket: Socket): Connection => {
  const waiting: ((reply: string | undefined) => void)[] = [];
  let pending = "";
  let isOpen = true;
  socket.setEncoding("latin1");
  socket.on("close", () => {
    isOpen = false;
    for (const resolve of waiting.splice(0)) resolve(undefined);
  });
  socket.on("data", (text: string) => {
    pending += text;
    for (;;) {
      const end = END_OF_REPLY.exec(pending);
      if (end === null) break;
      const reply = pending.slice(0, end.index + end[0].length);
      pending = pending.slice(reply.length);
      waiting.shift()?.(reply);
    }
    if (pending.length > 0 && !START_OF_REPLY.test(pending)) socket.destroy();
  });
  return {
    get isOpen() {
      return isOpen;
    },
    ask: (command) =>
      new Promise((resolve) => {
        if (!isOpen) return resolve(undefined);
        const timer = setTimeout(() => socket.destroy(), ANSWER_MS);
        waiting.push((reply) => {
          clearTimeout(timer);
          resolve(reply);
        });
        socket.write(command);
      }),
  };
};

const END_OF_REPLY = /(?:^|\r\n)(?:END|STORED|NOT_STORED|ERROR)\r\n/;
const START_OF_REPLY = /^(?:V|E|S|N)/;
const ANSWER_MS = 2000;
