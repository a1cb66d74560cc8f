import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { type ContainerResult, runInContainer } from "#sim/containers/run-in-container.ts";
import { PROCESSES, type Process } from "#sim/processes/process.ts";
import { createLineClient } from "./network/line-protocol.ts";
import { createStoreProcess } from "./own-process.ts";
import { COMMANDS_SOCKET } from "./servers/command-server.ts";
import { storeParts } from "./store-container.ts";

/** Runs a client of a store, such as `redis-cli` or `psql`: beside the server of its container, or alone where none runs. */
export const playStoreClient = async (program: string, command: readonly string[]): Promise<void> => {
  const stdin = process.stdin.isTTY === true ? "" : readInput();
  const result = (await askServer(command, stdin)) ?? runAlone(program, command, stdin);
  if (result.kind === "not-started") {
    process.stderr.write(`${result.message}\n`);
    process.exitCode = 127;
    return;
  }
  process.stdout.write(result.stdout);
  process.stderr.write(result.stderr);
  process.exitCode = result.kind === "exited" ? result.exitCode : 124;
};

const readInput = (): string => {
  try {
    return readFileSync(0, "utf8");
  } catch {
    return "";
  }
};

const askServer = (command: readonly string[], stdin: string): Promise<ContainerResult | undefined> =>
  new Promise((resolve) => {
    const socket = connect(COMMANDS_SOCKET);
    socket.once("error", () => resolve(undefined));
    socket.once("connect", async () => {
      const client = createLineClient(socket);
      const answer = await client.ask({ command, stdin }, ANSWER_MS);
      client.close();
      resolve(answer?.["result"] as ContainerResult | undefined);
    });
  });

const ANSWER_MS = 120_000;

const runAlone = (program: string, command: readonly string[], stdin: string): ContainerResult => {
  const { world, process: own } = createStoreProcess(
    program,
    command,
    storeParts(() => {}),
  );
  // A container in which nothing else runs.
  world.map<Process>(PROCESSES).set(own.key, { ...own, phase: "running" });
  return runInContainer(world, own.key, { command, stdin, timeoutMs: ANSWER_MS });
};
