import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** A server in a process of its own. */
export interface SpawnedServer {
  readonly address: string;
  /** Number of episodes that it began to recover. */
  readonly replaying: number;
  /** Stands still and goes on, as a suspended machine does. */
  suspend(): void;
  resume(): void;
  /** Kills it like a crash. */
  kill(): Promise<void>;
  /** Stops it. @returns its exit code */
  stop(): Promise<number | null>;
}

/** Starts `entry` (a path below env/) with settings `KUBEDRILL_SERVER_*` and waits for its ready line. */
export const spawnServer = async (entry: string, settings: Readonly<Record<string, string>>): Promise<SpawnedServer> => {
  const path = fileURLToPath(new URL(`../../${entry}`, import.meta.url));
  const env = {
    ...process.env,
    KUBEDRILL_SERVER_SCOPES: "train", // test clients show no token
    ...Object.fromEntries(Object.entries(settings).map(([name, value]) => [`KUBEDRILL_SERVER_${name}`, value])),
  };
  const child = spawn(process.execPath, [path], { env, stdio: ["ignore", "pipe", "inherit"] });
  alive.add(child);
  child.once("exit", () => alive.delete(child));
  const ready = await readReadyLine(child);
  const end = (signal: NodeJS.Signals): Promise<number | null> =>
    new Promise((resolve) => {
      child.once("exit", resolve);
      child.kill(signal);
    });
  return {
    address: ready.address,
    replaying: ready.replaying,
    suspend: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
    kill: async () => void (await end("SIGKILL")),
    stop: () => end("SIGTERM"),
  };
};

const alive = new Set<ChildProcess>();

/** Kills servers that a failed test left running, which would keep the test runner waiting. */
export const killSpawned = (): void => {
  for (const child of alive) child.kill("SIGKILL");
};

const readReadyLine = (child: ChildProcess): Promise<{ readonly address: string; readonly replaying: number }> =>
  new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`the server left with ${code} before it was ready`)));
    if (child.stdout === null) return reject(new Error("the server has no output"));
    createInterface({ input: child.stdout }).once("line", (line) => resolve(JSON.parse(line)));
  });
