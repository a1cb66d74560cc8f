import type { Worker } from "node:worker_threads";
import { DrillError } from "#core/drill-error.ts";
import { CALL_NUMBERS, createTurnMemory, readTurn } from "./turn-board.ts";
import type { AnswerMessage, CallMessage } from "./worker-pool.ts";

/** One thread with its calls in flight. */
export interface PoolThread {
  readonly index: number;
  readonly deaths: number;
  readonly keys: Set<string>;
  /** Number of kinds that it plays. */
  kinds: number;
  dead: boolean;
  isRunning(): boolean;
  /** Starts the thread unless it is running; a call does so too. */
  start(): void;
  end(): Promise<void>;
  call(method: string, payload: unknown): Promise<unknown>;
  fail(cause: DrillError): void;
  inFlight(): readonly ThreadCall[];
  /** The call whose turn it is; undefined: none's, or nobody knows. */
  underWay(): ThreadCall | undefined;
  /** Text that changes with each turn and each answer. */
  progress(): string;
  /** True if calls wait for their answers. */
  hasWork(): boolean;
  /** Processor time that it has used, ms; undefined: it is not running. */
  usedMs(): Promise<number | undefined>;
}

/** A call to a thread. */
export interface ThreadCall {
  readonly method: string;
  readonly payload: unknown;
}

interface WaitingCall extends ThreadCall {
  readonly answer: PromiseWithResolvers<unknown>;
}

interface PoolThreadOptions {
  readonly index: number;
  readonly deaths: number;
  readonly start: (turnMemory: SharedArrayBuffer) => Worker;
  readonly lose: (thread: PoolThread, cause: unknown) => void;
}

/** Creates a thread, which starts later. */
export const createPoolThread = ({ index, deaths, start, lose }: PoolThreadOptions): PoolThread => {
  const turnMemory = createTurnMemory();
  let worker: Worker | undefined;
  const waiting = new Map<number, WaitingCall>();
  let outgoing: { n: number; method: string; payload: unknown }[] = [];
  let sequence = 0;
  let answers = 0;

  const send = (): void => {
    worker?.postMessage(JSON.stringify(outgoing satisfies CallMessage));
    outgoing = [];
  };
  const receive = (text: string): void => {
    answers += 1;
    for (const { n, value, error } of JSON.parse(text) as AnswerMessage) {
      const call = waiting.get(n);
      waiting.delete(n);
      if (error === undefined) call?.answer.resolve(value);
      else call?.answer.reject(DrillError.fromData(error));
    }
  };
  const thread: PoolThread = {
    index,
    deaths,
    keys: new Set(),
    kinds: 0,
    dead: false,
    isRunning: () => worker !== undefined && !thread.dead,
    start: () => {
      if (worker !== undefined || thread.dead) return;
      worker = start(turnMemory);
      worker.on("message", receive);
      worker.on("error", (cause) => lose(thread, cause));
      worker.on("exit", (code) => lose(thread, new Error(`thread ${index} left with code ${code}`)));
    },
    end: async () => {
      thread.dead = true;
      await worker?.terminate();
    },
    call: (method, payload) => {
      thread.start();
      if (thread.dead) return Promise.reject(new DrillError("SLOT_LOST", "the thread that held the world died"));
      if (outgoing.length === 0) process.nextTick(send);
      const answer = Promise.withResolvers<unknown>();
      const n = sequence;
      sequence = (sequence + 1) % CALL_NUMBERS;
      waiting.set(n, { method, payload, answer });
      outgoing.push({ n, method, payload });
      return answer.promise;
    },
    fail: (cause) => {
      const calls = [...waiting.values()];
      waiting.clear();
      for (const { answer } of calls) answer.reject(cause);
    },
    inFlight: () => [...waiting.values()].map(({ method, payload }) => ({ method, payload })),
    underWay: () => {
      const call = waiting.get(readTurn(turnMemory).call ?? -1);
      return call && { method: call.method, payload: call.payload };
    },
    progress: () => `${readTurn(turnMemory).turn} ${answers}`,
    hasWork: () => waiting.size > 0,
    usedMs: async () => {
      try {
        const { user, system } = (await worker?.cpuUsage()) ?? {};
        return user === undefined || system === undefined ? undefined : (user + system) / 1_000;
      } catch {
        return undefined; // it ends just now
      }
    },
  };
  return thread;
};
