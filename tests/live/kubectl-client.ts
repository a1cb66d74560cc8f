import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The real kubectl with a kubeconfig and a folder of its own. */
export interface KubectlClient {
  readonly folder: string;
  /** Runs a command to its end. */
  run(words: readonly string[], stdin?: string): Promise<KubectlOutcome>;
  /** Starts a command that keeps running; `said` collects its output. */
  launch(words: readonly string[]): RunningKubectl;
  /** Runs a command at a terminal with typed input. */
  atTerminal(words: readonly string[], typed: string): Promise<KubectlOutcome>;
  close(): void;
}

export interface KubectlOutcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningKubectl {
  said(): string;
  /** The exit code; undefined while it runs. */
  ended(): number | null | undefined;
  kill(): void;
}

/**
 * Creates a client.
 * @param program path of kubectl
 */
export const openKubectl = (program: string, kubeconfig: string): KubectlClient => {
  const folder = mkdtempSync(join(tmpdir(), "kubectl-"));
  writeFileSync(join(folder, "config"), kubeconfig, { mode: 0o600 });
  const children = new Set<ChildProcess>();
  const start = (file: string, words: readonly string[]): ChildProcess => {
    const env = { ...process.env, KUBECONFIG: join(folder, "config"), HOME: folder, TERM: "dumb" };
    const child = spawn(file, words, { cwd: folder, env });
    children.add(child);
    child.on("exit", () => children.delete(child));
    return child;
  };
  const finish = (child: ChildProcess, stdin: string): Promise<KubectlOutcome> =>
    new Promise((resolve) => {
      const texts = { stdout: "", stderr: "" };
      for (const name of ["stdout", "stderr"] as const)
        child[name]?.on("data", (chunk: Buffer) => (texts[name] += chunk.toString("latin1")));
      child.on("close", (code) => resolve({ code, ...texts }));
      child.stdin?.end(stdin);
    });
  return {
    folder,
    run: (words, stdin = "") => finish(start(program, words), stdin),
    launch: (words) => {
      let said = "";
      let ended: number | null | undefined;
      const child = start(program, words);
      child.stdout?.on("data", (chunk: Buffer) => (said += chunk.toString("latin1")));
      child.on("close", (code) => (ended = code));
      return { said: () => said, ended: () => ended, kill: () => void child.kill() };
    },
    atTerminal: (words, typed) => {
      const line = [program, ...words].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
      return finish(start("script", ["-qec", line, "/dev/null"]), typed);
    },
    close: () => {
      for (const child of children) child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
