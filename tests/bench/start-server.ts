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
  /** Address of `/metrics`; undefined unless `--http-port` was given. */
  readonly httpAddress: string | undefined;
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
    const { event, address, token_file: tokenFile = "", http: httpAddress } = JSON.parse(line) as Announcement;
    if (event !== "ready" || address === undefined) continue;
    const stop = async () => {
      server.kill("SIGTERM");
      await ended;
    };
    const readyMs = performance.now() - beganMs;
    return { address, tokenFile, httpAddress, readyMs, pid: server.pid!, rssMiB: rssMiB(server.pid!), stop };
  }
  throw new Error(`the server ended before it was ready:\n${log.join("")}`);
};

/** Line that a server prints when it is ready, and others before it. */
interface Announcement {
  readonly event?: string;
  readonly address?: string;
  readonly token_file?: string;
  readonly http?: string;
}

const rssMiB = (pid: number): number => Math.round(Number(execFileSync("ps", ["-o", "rss=", "-p", `${pid}`], { encoding: "utf8" })) / 1024);
