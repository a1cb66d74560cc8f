import type { Contact } from "#sim/programs/runtime/process-network.ts";
import { dial } from "./dial.ts";

/** Connects to a SQL server. The actor signs in nowhere: a server that listens counts as one that lets it in. */
export const reachTables = async (host: string, port: number): Promise<Contact<string | undefined>> => {
  const dialled = await dial(host, port, DIAL_MS);
  if (dialled.kind !== "connected") return { kind: "failed", outcome: dialled };
  dialled.socket.destroy();
  return { kind: "reached", server: undefined };
};

const DIAL_MS = 10_000;
