import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AgentAccess } from "#clients/typescript/index.ts";
import { cutText } from "#core/cut-text.ts";
import { agentEnvironment, inheritedEnvironment } from "../output/agent-environment.ts";
import { type ProgramRun, runProgram } from "./run-program.ts";

/** Inputs of an external agent and its time limit. */
export interface AgentRun extends Omit<ProgramRun, "cwd" | "env"> {
  readonly access: AgentAccess;
  readonly instruction: string;
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
      ...inheritedEnvironment(),
      ...agentEnvironment(run.access, kubeconfig),
      KUBEDRILL_INSTRUCTION: run.instruction,
      KUBEDRILL_DIAGNOSIS_FILE: diagnosisFile,
    };
    const status = await runProgram({ ...run, cwd: folder, env });
    const diagnosis = await readFile(diagnosisFile, "utf8").catch(() => "");
    return { status, ...(diagnosis.trim() !== "" && { diagnosis: cutText(diagnosis.trim(), DIAGNOSIS_MAX) }) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
