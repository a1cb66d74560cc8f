import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AgentAccess } from "#clients/typescript/index.ts";
import { cutText } from "#core/cut-text.ts";
import { agentEnvironment } from "../output/agent-environment.ts";

/** Inputs of an external agent and its time limit. */
export interface AgentRun {
  /** Command line for `sh -c`. */
  readonly command: string;
  readonly access: AgentAccess;
  readonly instruction: string;
  /** Maximum time, ms; then the agent and its children are killed. */
  readonly timeoutMs: number;
  /** File of what it prints. */
  readonly logFile: string;
  readonly signal: AbortSignal;
}

/** End of an external agent. */
export interface AgentEnd {
  /** Exit status; null: it was killed. */
  readonly status: number | null;
  /** Diagnosis that it wrote, JSON or text; undefined: none. */
  readonly diagnosis?: string;
}

/** Maximum length of a diagnosis, characters. */
const DIAGNOSIS_MAX = 65_536;

/**
 * Runs an external agent in a process and a folder of its own. It finds the instruction in `KUBEDRILL_INSTRUCTION` and
 * in `instruction.txt`, the cluster by `KUBECONFIG` and the addresses of `agentEnvironment`, and writes its diagnosis to the file `KUBEDRILL_DIAGNOSIS_FILE`.
 * Of the environment it gets what does not concern kubedrill.
 */
export const runAgent = async (run: AgentRun): Promise<AgentEnd> => {
  const folder = await mkdtemp(join(tmpdir(), "kubedrill-agent-"));
  try {
    const kubeconfig = join(folder, "kubeconfig");
    const diagnosisFile = join(folder, "diagnosis");
    await writeFile(kubeconfig, run.access.kubeconfig ?? "", { mode: 0o600 });
    await writeFile(join(folder, "instruction.txt"), run.instruction);
    const env = {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("KUBEDRILL_"))),
      ...agentEnvironment(run.access, kubeconfig),
      KUBEDRILL_INSTRUCTION: run.instruction,
      KUBEDRILL_DIAGNOSIS_FILE: diagnosisFile,
    };
    const status = await waitFor(run, folder, env);
    const diagnosis = await readFile(diagnosisFile, "utf8").catch(() => "");
    return { status, ...(diagnosis.trim() !== "" && { diagnosis: cutText(diagnosis.trim(), DIAGNOSIS_MAX) }) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const waitFor = (
  { command, timeoutMs, logFile, signal }: AgentRun,
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<number | null> =>
  new Promise((resolve, reject) => {
    // A group of its own, so that what the agent started ends with it.
    const child = spawn("sh", ["-c", command], { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    const log = createWriteStream(logFile).once("error", reject);
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    const kill = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {
        // It has ended by itself.
      }
    };
    const timer = setTimeout(kill, timeoutMs);
    signal.addEventListener("abort", kill, { once: true });
    child.on("error", reject);
    child.on("close", (status) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", kill);
      kill();
      log.end(() => resolve(status));
    });
  });
