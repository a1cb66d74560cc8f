import { type Expression, parse } from "acorn";
import { Emitters } from "./emitters.ts";
import { Evaluator, TurnTooLong } from "./evaluate.ts";
import { Exit, NODE_VERSION } from "./exit.ts";
import { declareGlobals } from "./globals.ts";
import { display } from "./inspect.ts";
import type { Happening, NodeEvent, NodeHost } from "./node-events.ts";
import { storyOf } from "./node-events.ts";
import { errorValue, isErrorValue, Scope, Thrown } from "./values.ts";

/** A request that a script answers. */
export interface PendingAnswer {
  status: number;
  body: string;
  isEnded: boolean;
}

interface Timer {
  readonly id: number;
  readonly atMs: number;
  readonly everyMs: number | undefined;
  run(): void;
}

/** A Node.js process while the model runs it: everything in it follows from its events. */
export class NodeRuntime {
  readonly evaluator = new Evaluator();
  readonly emitters = new Emitters(this.evaluator);
  /** What every file sees, and within it what the main script declares. */
  readonly globals = new Scope();
  readonly scope = new Scope(this.globals);
  readonly listeners = new Map<string, unknown[]>();
  readonly servers = new Map<
    number,
    (request: Extract<Happening, { readonly kind: "request" }>["request"], answer: PendingAnswer) => void
  >();
  /** What the last turn wrote. */
  output: { readonly stream: "stdout" | "stderr"; readonly text: string }[] = [];
  exitCode: number | undefined;
  process: Record<string, unknown> = {};
  input: object = {};
  cwd = "/";
  nowMs = 0;
  heapMiB = 0;
  isSpinning = false;
  script = "";
  answer: PendingAnswer | undefined;
  #timers: Timer[] = [];
  #lastTimer = 0;
  #answers: unknown[] = [];
  #recorded: unknown[] = [];
  #isReplaying = false;

  /** A process that has lived through a story. */
  static replay(last: NodeEvent, host: NodeHost): NodeRuntime {
    const runtime = new NodeRuntime();
    for (const event of storyOf(last)) runtime.#turn(event.happening, event.atMs, host, event.answers);
    return runtime;
  }

  /** One more turn; gives what the script was told in it. */
  apply(happening: Happening, atMs: number, host: NodeHost): readonly unknown[] {
    this.#turn(happening, atMs, host, undefined);
    return this.#recorded;
  }

  /** When the next timer is due; undefined: nothing is planned. */
  nextMs(): number | undefined {
    if (this.isSpinning) return undefined;
    return this.#timers.length === 0 ? undefined : Math.min(...this.#timers.map(({ atMs }) => atMs));
  }

  /** True while something keeps the process alive. */
  isAlive(): boolean {
    return this.isSpinning || this.#timers.length > 0 || this.servers.size > 0;
  }

  after(delayMs: number, run: () => void, everyMs?: number): number {
    this.#lastTimer += 1;
    const atMs = this.nowMs + Math.max(1, Math.round(Number.isFinite(delayMs) ? delayMs : 1));
    this.#timers.push({ id: this.#lastTimer, atMs, everyMs, run });
    return this.#lastTimer;
  }

  cancel(id: number): void {
    this.#timers = this.#timers.filter((timer) => timer.id !== id);
  }

  /** What the process ends with unless it says so as it ends. */
  exitStatus(): number {
    return Number(this.process["exitCode"] ?? 0) & 255;
  }

  runScript(text: string, scope: Scope): void {
    this.evaluator.runProgram(parseOrThrow(text), scope);
  }

  write(stream: "stdout" | "stderr", text: string): void {
    this.output.push({ stream, text });
  }

  /** Asks the world, or remembers what it said when this was played first. */
  ask<T>(question: () => T): T {
    const answer = this.#isReplaying ? (this.#answers.shift() as T) : question();
    this.#recorded.push(answer);
    return answer;
  }

  #turn(happening: Happening, atMs: number, host: NodeHost, answers: readonly unknown[] | undefined): void {
    this.nowMs = atMs;
    this.output = [];
    this.#recorded = [];
    this.#isReplaying = answers !== undefined;
    this.#answers = [...(answers ?? [])];
    this.evaluator.refill();
    this.#guard(() => this.#happen(happening, host));
    this.#guard(() => this.evaluator.drain());
    if (this.exitCode === undefined && !this.isAlive()) this.exitCode = this.exitStatus();
    if (this.exitCode !== undefined) this.#sayGoodbye(this.exitCode);
  }

  #sayGoodbye(code: number): void {
    this.exitCode = undefined;
    this.#guard(() => {
      for (const listener of this.listeners.get("exit") ?? []) this.evaluator.call(listener, [code]);
    });
    this.exitCode ??= code;
  }

  #happen(happening: Happening, host: NodeHost): void {
    switch (happening.kind) {
      case "start":
        return this.#start(happening, host);
      case "timers":
        return this.#runTimers();
      case "signal":
        for (const listener of this.listeners.get(`SIG${happening.name}`) ?? []) this.evaluator.call(listener, [`SIG${happening.name}`]);
        return;
      case "request":
        this.answer = { status: 200, body: "", isEnded: false };
        return this.servers.get(happening.port)?.(happening.request, this.answer);
    }
  }

  #start(start: Extract<Happening, { readonly kind: "start" }>, host: NodeHost): void {
    const { script, prints } = start;
    this.script = script;
    this.cwd = start.cwd;
    declareGlobals(this, start, host);
    const program = parseOrThrow(script);
    const last = program.body[program.body.length - 1];
    if (!prints || last?.type !== "ExpressionStatement") return this.evaluator.runProgram(program, this.scope);
    this.evaluator.runProgram({ ...program, body: program.body.slice(0, -1) }, this.scope);
    const evaluation = this.evaluator.evaluate(last.expression as Expression, this.scope);
    let step = evaluation.next();
    while (step.done !== true) step = evaluation.next();
    this.write("stdout", `${display(step.value)}\n`);
  }

  #runTimers(): void {
    const due = this.#timers.filter(({ atMs }) => atMs <= this.nowMs).sort((a, b) => a.atMs - b.atMs || a.id - b.id);
    for (const timer of due) {
      if (!this.#timers.includes(timer) || this.exitCode !== undefined) continue;
      this.#timers = this.#timers.filter((candidate) => candidate !== timer);
      if (timer.everyMs !== undefined) this.#timers.push({ ...timer, atMs: this.nowMs + Math.max(1, timer.everyMs) });
      timer.run();
      this.evaluator.drain();
    }
  }

  #guard(act: () => void): void {
    if (this.exitCode !== undefined) return;
    try {
      act();
    } catch (error) {
      if (error instanceof Exit) this.exitCode = error.code;
      else if (error instanceof TurnTooLong || error instanceof RangeError) this.isSpinning = true;
      else if (error instanceof Thrown) this.#uncaught(error.value);
      else throw error;
    }
  }

  #uncaught(value: unknown): void {
    const handlers = this.listeners.get("uncaughtException") ?? [];
    if (handlers.length > 0) return void this.#guard(() => handlers.forEach((handler) => void this.evaluator.call(handler, [value])));
    const line = this.script.split("\n")[0] ?? "";
    const text = isErrorValue(value)
      ? display(value)
      : `Uncaught:\n${display(value, 1)}\n(Use \`node --trace-uncaught ...\` to show where the exception was thrown)`;
    this.write("stderr", `[eval]:1\n${line}\n^\n\n${text}\n\nNode.js ${NODE_VERSION}\n`);
    this.exitCode = 1;
  }
}

const parseOrThrow = (script: string) => {
  try {
    return parse(script, {
      ecmaVersion: "latest",
      sourceType: "script",
      allowAwaitOutsideFunction: false,
      allowReturnOutsideFunction: false,
      allowHashBang: true,
    });
  } catch (error) {
    const message = error instanceof SyntaxError ? error.message.replace(/ \(\d+:\d+\)$/, "") : "Invalid or unexpected token";
    throw new Thrown(errorValue("SyntaxError", message));
  }
};
