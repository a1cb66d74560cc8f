import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A server in a process of its own. */
export interface RunningServer {
  readonly address: string;
  /** File of the token that allows everything. */
  readonly tokenFile: string;
  /** Wall time from its start to its ready line, ms. */
  readonly readyMs: number;
  readonly pid: number;
  /** Resident memory when it was ready, MiB. */
  readonly rssMiB: number;
  stop(): Promise<void>;
}

const MAIN = new URL("../../cli/main.ts", import.meta.url).pathname;

/** Starts `kubedrill serve` on a free port and waits for its ready line. The server ends with this process, however that ends. */
export const startServer = async (options: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<RunningServer> => {
  const journal = mkdtempSync(join(tmpdir(), "kubedrill-journal-"));
  const beganMs = performance.now();
  const server = spawn(
    process.execPath,
    [MAIN, "serve", "--listen", "127.0.0.1:0", "--journal", journal, "--json", "--until-stdin-ends", ...options],
    {
      stdio: ["pipe", "pipe", "pipe"],
      env: { ...process.env, ...env },
    },
  );
  const log: string[] = [];
  server.stderr.on("data", (chunk) => log.push(String(chunk)));
  const ended = new Promise<void>((resolve) => server.on("exit", () => resolve()));
  for await (const line of createInterface({ input: server.stdout })) {
    const { event, address, token_file: tokenFile = "" } = JSON.parse(line) as { event?: string; address?: string; token_file?: string };
    if (event !== "ready" || address === undefined) continue;
    const stop = async () => {
      server.kill("SIGTERM");
      await ended;
    };
    return { address, tokenFile, readyMs: performance.now() - beganMs, pid: server.pid!, rssMiB: rssMiB(server.pid!), stop };
  }
  throw new Error(`the server ended before it was ready:\n${log.join("")}`);
};

const rssMiB = (pid: number): number => Math.round(Number(execFileSync("ps", ["-o", "rss=", "-p", `${pid}`], { encoding: "utf8" })) / 1024);
