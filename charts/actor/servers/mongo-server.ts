import type { Socket } from "node:net";
import { describeRefusal } from "#sim/programs/languages/go/document-client.ts";
import { catchUp } from "#sim/programs/runtime/lone-world.ts";
import { talkToMongo } from "#sim/stores/mongo/client/mongo-shell.ts";
import {
  authenticate,
  type Credentials,
  find,
  insert,
  type MongoResult,
  type MongoSession,
  openSession,
} from "#sim/stores/mongo/server/mongo-client.ts";
import type { MongoDocument } from "#sim/stores/mongo/server/mongo-data.ts";
import { refusalLine } from "#sim/stores/mongo/server/refusal-line.ts";
import type { Stage } from "../network/create-network.ts";
import { type Answer, serveLines } from "../network/line-protocol.ts";
import type { SocketServer } from "../network/open-socket.ts";

/** Serves MongoDB's model: each connection is a session of its own. */
export const serveMongo = (stage: Stage): SocketServer => ({
  connected: (socket) => {
    socket.once("data", (first: Buffer) => {
      if (HTTP.test(first.toString("latin1"))) return answerHttp(socket);
      const talk = { session: openSession(stage.process) };
      serveLines(socket, (request) => answer(stage, talk, request));
      socket.emit("data", first.toString("utf8"));
    });
  },
});

const HTTP = /^(?:GET|HEAD|POST|PUT) \//;

const answerHttp = (socket: Socket): void => {
  const text = "It looks like you are trying to access MongoDB over HTTP on the native driver port.\r\n";
  socket.end(`HTTP/1.0 200 OK\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: ${text.length}\r\n\r\n${text}`);
};

interface Talk {
  session: MongoSession;
}

const answer = (stage: Stage, talk: Talk, request: Answer): object => {
  catchUp(stage.world, Date.now());
  const reply = REQUESTS[`${request["op"]}`]?.(stage, talk, request) ?? { ok: false };
  stage.volume.save();
  stage.output.flush();
  return reply;
};

const REQUESTS: Readonly<Record<string, (stage: Stage, talk: Talk, request: Answer) => object>> = {
  hello: () => ({ ok: true }),
  signIn: ({ world, process }, talk, request) => {
    const result = authenticate(world, process, request["credentials"] as Credentials);
    if (result.ok) talk.session = result.value;
    return result.ok ? { ok: true } : result;
  },
  find: (stage, { session }, { database, collection, filter }) =>
    logged(stage, find(stage.world, session, `${database}`, `${collection}`, (filter ?? {}) as MongoDocument)),
  insert: (stage, { session }, { database, collection, documents }) =>
    logged(stage, insert(stage.world, session, `${database}`, `${collection}`, documents as readonly MongoDocument[])),
  shell: ({ world, process }, _talk, { args, stdin }) => ({
    ok: true,
    value: talkToMongo({ world, process, env: {} }, process, { args: args as readonly string[], stdin: `${stdin}` }),
  }),
};

/** Logs a refused request. */
const logged = <T>({ output }: Stage, result: MongoResult<T>): MongoResult<T> => {
  if (!result.ok) output.print([refusalLine(Date.now(), describeRefusal(result.error))]);
  return result;
};
