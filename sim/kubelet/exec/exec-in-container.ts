import type { AttachRequest, ExecRequest, ExecResult } from "#kube/ports/cluster-port.ts";
import { toBytes } from "#shell/machine/bytes.ts";
import type { World } from "../../kernel/world.ts";
import { closeSession, openAttachment, openSession, readSession, type SessionOpening, writeSessionBytes } from "./shell-session.ts";

/**
 * Runs a command in a container of a pod, as `kubectl exec` does, and lets the world move on until it has ended.
 *
 * What cannot be run says why in the API server's words.
 */
export const execInContainer = (world: World, request: ExecRequest): ExecResult => {
  const steps = execSteps(world, request);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
};

/** Does what `execInContainer` does, and stops after each event of the world, so that others can have a turn. */
export function* execSteps(world: World, request: ExecRequest): Generator<void, ExecResult> {
  const { stdin, timeoutMs = EXEC_TIMEOUT_MS, ...where } = request;
  return yield* untilEnded(world, openSession(world, { ...where, ...(stdin === undefined ? {} : { input: stdin }) }), timeoutMs);
}

/**
 * Feeds a container's own process, as `kubectl attach -i` does, and lets the world move on until it has ended; stops after
 * each event.
 */
export function* attachSteps(world: World, request: AttachRequest): Generator<void, ExecResult> {
  const { stdin = "", timeoutMs = EXEC_TIMEOUT_MS, ...where } = request;
  const opened = openAttachment(world, where);
  // A program of the image's own takes no input here, and its output is its log.
  if (opened === undefined) return { exitCode: undefined, stdout: "", stderr: "" };
  if (opened.ok) writeSessionBytes(world, opened.id, toBytes(stdin), true);
  return yield* untilEnded(world, opened, timeoutMs);
}

function* untilEnded(world: World, opened: SessionOpening, timeoutMs: number): Generator<void, ExecResult> {
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
    if (nextMs === undefined || nextMs > deadlineMs || stdout.length + stderr.length > OUTPUT_MAX) break;
    world.runNext(deadlineMs);
    yield;
  }
  closeSession(world, id);
  return { exitCode: undefined, stdout, stderr, error: "context deadline exceeded" };
}

const EXEC_TIMEOUT_MS = 30_000;

/** Size of output after which a command is left alone, as if it had gone on until the timeout; bytes. */
const OUTPUT_MAX = 1_048_576;
