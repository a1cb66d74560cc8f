import type { Contact } from "#sim/programs/runtime/process-network.ts";
import { dial } from "./dial.ts";
import { somethingElse } from "./greet-server.ts";

/** Connects to a Redis and pings it; the server's part of the contact is its refusal, undefined where it greets back. */
export const greetKeyValues = async (host: string, port: number): Promise<Contact<string | undefined>> => {
  const dialled = await dial(host, port, DIAL_MS);
  if (dialled.kind !== "connected") return { kind: "failed", outcome: dialled };
  const { socket } = dialled;
  const reply = await new Promise<string>((resolve) => {
    socket.setTimeout(ANSWER_MS, () => resolve(""));
    socket.once("close", () => resolve(""));
    socket.once("data", (data: Buffer) => resolve(data.toString("utf8").split("\r\n")[0] ?? ""));
    socket.write("PING\r\n");
  });
  socket.destroy();
  if (reply === "+PONG") return { kind: "reached", server: undefined };
  if (reply.startsWith("-")) return { kind: "reached", server: reply.slice(1) };
  return somethingElse(host, port);
};

const DIAL_MS = 5000;
const ANSWER_MS = 2000;
