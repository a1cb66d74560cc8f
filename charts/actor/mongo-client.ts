import { readFileSync } from "node:fs";
import { mongoServerAsked, mongoUnreached } from "#sim/stores/mongo/client/mongo-shell.ts";
import { dial } from "./network/dial.ts";
import { createLineClient } from "./network/line-protocol.ts";

/** Runs the `mongo` shell, whose commands the server executes. */
export const playMongoClient = async (args: readonly string[]): Promise<void> => {
  const { status, stdout, stderr } = await converse(args);
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  process.exitCode = status;
};

const converse = async (args: readonly string[]): Promise<ReturnType<typeof mongoUnreached>> => {
  const asked = mongoServerAsked(args);
  if (asked === undefined) return mongoUnreached(args);
  const { host, port } = asked;
  const dialled = await dial(host, port, DIAL_MS);
  if (dialled.kind !== "connected") return mongoUnreached(args, dialled);
  const client = createLineClient(dialled.socket);
  const stdin = args.some((arg) => arg === "--eval" || arg.startsWith("--eval=")) ? "" : readFileSync(0, "utf8");
  const answer = await client.ask({ op: "shell", args, stdin }, ANSWER_MS);
  client.close();
  if (answer?.["ok"] !== true) return mongoUnreached(args, { kind: "refused", address: `${host}:${port}` });
  return answer["value"] as ReturnType<typeof mongoUnreached>;
};

const DIAL_MS = 10_000;
const ANSWER_MS = 60_000;
