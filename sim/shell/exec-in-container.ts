import type { ExecRequest, ExecResult } from "#kube/cluster-port.ts";
import type { World } from "../kernel/world.ts";
import { closeSession, openSession, readSession } from "./shell-session.ts";

/**
 * Runs a command in a container of a pod, as `kubectl exec` does, and lets the world move on until it has ended.
 *
 * What cannot be run says why in the API server's words.
 */
export const execInContainer = (world: World, request: ExecRequest): ExecResult => {
  const { stdin, timeoutMs = EXEC_TIMEOUT_MS, ...where } = request;
  const opened = openSession(world, { ...where, ...(stdin === undefined ? {} : { input: stdin }) });
  if (!opened.ok) return { exitCode: undefined, stdout: "", stderr: "", error: opened.error };
  const { id } = opened;
  const deadlineMs = world.nowMs() + timeoutMs;
  let [stdout, stderr] = ["", ""];
  for (;;) {
    const output = readSession(world, id);
    stdout += output.stdout;
    stderr += output.stderr;
    if (output.exitCode !== undefined) {
      closeSession(world, id);
      return { exitCode: output.exitCode, stdout, stderr };
    }
    const nextMs = world.nextEventAtMs();
    if (nextMs === undefined || nextMs > deadlineMs) break;
    world.runNext(deadlineMs);
  }
  closeSession(world, id);
  return { exitCode: undefined, stdout, stderr, error: "context deadline exceeded" };
};

const EXEC_TIMEOUT_MS = 30_000;
