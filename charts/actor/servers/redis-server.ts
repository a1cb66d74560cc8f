import type { Socket } from "node:net";
import { catchUp } from "#sim/programs/runtime/lone-world.ts";
import { closeConnection, executeCommand, openConnection } from "#sim/stores/redis/server/execute-command.ts";
import type { RedisReply } from "#sim/stores/redis/server/redis-reply.ts";
import type { Stage } from "../network/create-network.ts";
import type { SocketServer } from "../network/open-socket.ts";
import { readCommands } from "../network/resp.ts";

/** Serves Redis' protocol on a port, with the model of its commands. */
export const serveRedis = (stage: Stage, port: number): SocketServer => ({ connected: (socket) => serve(stage, port, socket) });

const serve = ({ world, process, output }: Stage, port: number, socket: Socket): void => {
  const server = { process, port };
  catchUp(world, Date.now());
  const ip = socket.remoteAddress?.replace(/^::ffff:/, "") ?? "127.0.0.1";
  // As long as the server runs, so does the client: a connection that ends is closed.
  const home = { key: process.key, startedAtMs: process.startedAtMs, pid: MAIN_PID, ip, openedAtMs: world.nowMs() };
  const opened = openConnection(world, server, home);
  if (!opened.ok) return void socket.end(`-${opened.error}\r\n`);
  let { session } = opened;
  socket.on("close", () => closeConnection(world, server, session));
  readCommands(socket, (words) => {
    catchUp(world, Date.now());
    const answer = executeCommand(world, server, session, words);
    output.flush();
    if (answer.kind === "closed") return void socket.end();
    session = answer.session;
    socket.write(render(answer.reply));
    if (words[0]?.toLowerCase() === "quit") socket.end();
  });
};

const MAIN_PID = 1;

const render = (reply: RedisReply): string => {
  switch (reply.kind) {
    case "status":
      return `+${reply.text}\r\n`;
    case "error":
      return `-${reply.text}\r\n`;
    case "integer":
      return `:${reply.value}\r\n`;
    case "text":
    case "verbatim":
      return `$${Buffer.byteLength(reply.text)}\r\n${reply.text}\r\n`;
    case "nil":
      return "$-1\r\n";
    case "list":
      return `*${reply.items.length}\r\n${reply.items.map(render).join("")}`;
  }
};
