import { randomBytes } from "node:crypto";
import type { MessagePort } from "node:worker_threads";
import { DrillError, type DrillErrorData } from "#core/drill-error.ts";
import type { AnswerMessage, CallMessage } from "./worker-pool.ts";

/** Methods that a thread offers to its pool. */
export type ThreadMethods = Readonly<Record<string, (payload: never) => Promise<unknown>>>;

/**
 * Answers the calls of a pool, those of one key in their order and those of several keys by turns.
 *
 * Simulated worlds never wait for the outside, so taking turns lets nothing go on meanwhile; but what many worlds do next
 * is much the same, and code that has just run for one is quicker for the next. Answers are sent together, at the latest
 * after `FLUSH_MS` of work, so that nobody waits for the whole batch.
 */
export const answerCalls = (port: MessagePort, methods: ThreadMethods, onBug: BugReport): void => {
  const backlog: CallMessage[number][] = [];
  const lastOfKey = new Map<string, Promise<void>>();
  let underWay = 0;
  let answers: AnswerMessage[number][] = [];
  let lastFlushMs = performance.now();

  const flush = (): void => {
    if (answers.length > 0) port.postMessage(JSON.stringify(answers satisfies AnswerMessage));
    answers = [];
    lastFlushMs = performance.now();
  };
  const play = async (call: CallMessage[number], before: Promise<void> | undefined): Promise<void> => {
    await before;
    const answered = await answer(methods, call, onBug);
    answers.push(answered);
    underWay -= 1;
    startMore();
    if (underWay === 0 || performance.now() - lastFlushMs >= FLUSH_MS) flush();
  };
  const startMore = (): void => {
    while (underWay < CALLS_AT_ONCE) {
      const call = backlog.shift();
      if (call === undefined) return;
      underWay += 1;
      const played = play(call, lastOfKey.get(call.key)).then(() => {
        if (lastOfKey.get(call.key) === played) lastOfKey.delete(call.key);
      });
      lastOfKey.set(call.key, played);
    }
  };
  port.on("message", (text: string) => {
    if (underWay === 0) lastFlushMs = performance.now();
    backlog.push(...(JSON.parse(text) as CallMessage));
    startMore();
  });
};

const FLUSH_MS = 2;
/** More of them gain nothing and keep more answers waiting. */
const CALLS_AT_ONCE = 64;

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

/** Told of what nobody expected, with the id under which the caller hears of it. */
export type BugReport = (cause: unknown, incidentId: string) => void;

const describe = (cause: unknown, onBug: BugReport): DrillErrorData => {
  if (cause instanceof DrillError) return cause.toData();
  const incidentId = randomBytes(6).toString("hex");
  onBug(cause, incidentId);
  return { code: "BUG", what: "the simulated world failed", metadata: { incident_id: incidentId } };
};
