import type { ExecResult, NodeCommand } from "#kube/ports/cluster-port.ts";
import { runProgram } from "./run-program.ts";

/** Runs a shell command in the container of a node. */
export const runOnNode = async ({ node, command, timeoutMs = DEFAULT_TIMEOUT_MS }: NodeCommand): Promise<ExecResult> => {
  const { exitCode, stdout, stderr, isMissing } = await runProgram("docker", ["exec", node, "bash", "-c", command], timeoutMs);
  if (exitCode !== undefined) return { exitCode, stdout, stderr };
  const error = isMissing ? "the program docker is not on this machine" : `the command did not end within ${timeoutMs / 1_000} s`;
  return { exitCode, stdout, stderr, error };
};

const DEFAULT_TIMEOUT_MS = 30_000;
