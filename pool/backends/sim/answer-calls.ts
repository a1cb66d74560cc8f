import { randomBytes } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { MessagePort } from "node:worker_threads";
import { DrillError, type DrillErrorData } from "#core/drill-error.ts";
import { createTurns, type Turns } from "./take-turns.ts";
import type { AnswerMessage, CallMessage } from "./worker-pool.ts";

/** Methods that a thread offers to its pool, by name. */
export type ThreadMethods = Readonly<Record<string, (payload: never) => Promise<unknown>>>;

/**
 * Answers the calls of a pool in turns: one after the other where they are short, and no long one keeps others waiting.
 *
 * When nobody has called for `QUIET_MS`, it does the work of `idle` piece by piece, and looks for calls after each piece.
 *
 * Answers are sent together, at the latest after `FLUSH_MS` of work, so that no caller waits for the whole batch, nor for a long call
 * beside its own.
 */
export const answerCalls = (
  port: MessagePort,
  methods: ThreadMethods,
  idle: IdleWork,
  onBug: BugReport,
  turns: Turns = createTurns(),
): void => {
  let answers: AnswerMessage[number][] = [];
  let waiting = 0;
  let lastFlushMs = performance.now();
  let quiet: NodeJS.Timeout | undefined;
  let flushing: NodeJS.Timeout | undefined;
  let messages = 0;

  const flush = (): void => {
    clearTimeout(flushing);
    flushing = undefined;
    if (answers.length > 0) port.postMessage(JSON.stringify(answers satisfies AnswerMessage));
    answers = [];
    lastFlushMs = performance.now();
  };
  const take = async (call: CallMessage[number]): Promise<void> => {
    const answered = await turns.run(() => answer(methods, call, onBug), LONG_METHODS.has(call.method) ? "long" : "short", call.n);
    answers.push(answered);
    waiting -= 1;
    if (waiting === 0 || performance.now() - lastFlushMs >= FLUSH_MS) flush();
    else flushing ??= setTimeout(flush, FLUSH_MS);
    if (waiting === 0) quiet = setTimeout(spendQuietTime, QUIET_MS);
  };
  const spendQuietTime = async (): Promise<void> => {
    const before = messages;
    while (messages === before && (await turns.run(idle, "idle").catch(() => false))) await setImmediate();
  };
  port.on("message", (text: string) => {
    messages += 1;
    clearTimeout(quiet);
    if (waiting === 0) lastFlushMs = performance.now();
    const calls = JSON.parse(text) as CallMessage;
    waiting += calls.length;
    for (const call of calls) void take(call);
  });
};

/** Methods that give way to the others: a start may simulate minutes, and nobody's episode must wait for another's. */
const LONG_METHODS: ReadonlySet<string> = new Set(["reset", "expect"]);

const FLUSH_MS = 2;

/** Time without calls after which a thread counts as idle, ms: longer than a client that keeps it busy takes between two. */
const QUIET_MS = 50;

/** Does a piece of work that calls may wait for; false when there is none. */
export type IdleWork = () => Promise<boolean>;

const answer = async (
  methods: ThreadMethods,
  { n, method, payload }: CallMessage[number],
  onBug: BugReport,
): Promise<AnswerMessage[number]> => {
  try {
    const run = methods[method];
    if (run === undefined) throw new DrillError("CAPABILITY_MISSING", `a thread has no method ${method}`);
    return { n, value: await run(payload as never) };
  } catch (cause) {
    return { n, error: describe(cause, onBug) };
  }
};

/** Reports an unexpected failure, with the incident id that the caller gets. */
export type BugReport = (cause: unknown, incidentId: string) => void;

const describe = (cause: unknown, onBug: BugReport): DrillErrorData => {
  if (cause instanceof DrillError) return cause.toData();
  const incidentId = randomBytes(6).toString("hex");
  onBug(cause, incidentId);
  return { code: "BUG", what: "the simulated world failed", metadata: { incident_id: incidentId } };
};
