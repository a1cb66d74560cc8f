import type { Expression, Function as FunctionNode, Pattern } from "acorn";

/** Variables of a block, with those around it. */
export class Scope {
  readonly #variables = new Map<string, unknown>();
  readonly #around: Scope | undefined;

  constructor(around?: Scope) {
    this.#around = around;
  }

  declare(name: string, value: unknown): void {
    this.#variables.set(name, value);
  }

  find(name: string): Scope | undefined {
    return this.#variables.has(name) ? this : this.#around?.find(name);
  }

  get(name: string): unknown {
    return this.#variables.get(name);
  }

  set(name: string, value: unknown): void {
    this.#variables.set(name, value);
  }
}

/** A function of a script. */
export interface Closure {
  readonly isClosure: true;
  readonly params: readonly Pattern[];
  readonly body: FunctionNode["body"] | Expression;
  readonly scope: Scope;
  readonly name: string;
  readonly isAsync: boolean;
  readonly isGenerator: boolean;
  readonly isArrow: boolean;
  /** Of a method: the object that `super` looks above. */
  readonly home: object | undefined;
  /** Of a class. */
  readonly classParts?: {
    readonly parent: unknown;
    readonly fields: readonly { readonly key: string | symbol; readonly value: Expression | undefined }[];
    readonly hasConstructor: boolean;
  };
  readonly properties: Record<string, unknown>;
}

/** A function that the model provides. */
export type HostFunction = ((args: readonly unknown[], thisValue: unknown) => unknown) & {
  properties?: Record<string, unknown>;
  build?: (args: readonly unknown[]) => unknown;
  /** Says whether a value is an instance, where no prototype does. */
  holds?: (value: object) => boolean;
};

export const isClosure = (value: unknown): value is Closure =>
  typeof value === "object" && value !== null && (value as Closure).isClosure === true;

export const isCallable = (value: unknown): value is Closure | HostFunction => isClosure(value) || typeof value === "function";

/** An error that a script can catch. */
export interface ScriptErrorValue extends Record<string, unknown> {
  readonly isError: true;
  name: string;
  message: string;
}

export const errorValue = (name: string, message: string, more: Readonly<Record<string, unknown>> = {}): ScriptErrorValue => ({
  isError: true,
  name,
  message,
  ...more,
});

export const isErrorValue = (value: unknown): value is ScriptErrorValue =>
  typeof value === "object" && value !== null && (value as ScriptErrorValue).isError === true;

/** Raised when a script throws; caught by its `try`, or by whoever runs the turn. */
export class Thrown extends Error {
  readonly value: unknown;

  constructor(value: unknown) {
    super("a script has thrown");
    this.value = value;
  }
}

export const throwError = (name: string, message: string, more?: Readonly<Record<string, unknown>>): never => {
  throw new Thrown(errorValue(name, message, more));
};

/** A promise of a script. */
export class ScriptPromise {
  state: "pending" | "fulfilled" | "rejected" = "pending";
  value: unknown;
  isHandled = false;
  readonly #enqueue: (task: () => void) => void;
  #waiting: (() => void)[] = [];

  constructor(enqueue: (task: () => void) => void) {
    this.#enqueue = enqueue;
  }

  resolve(value: unknown): void {
    if (this.state !== "pending") return;
    if (value instanceof ScriptPromise) {
      value.subscribe(
        (result) => this.#settle("fulfilled", result),
        (reason) => this.#settle("rejected", reason),
      );
    } else this.#settle("fulfilled", value);
  }

  reject(reason: unknown): void {
    this.#settle("rejected", reason);
  }

  subscribe(done: (value: unknown) => void, failed: (reason: unknown) => void): void {
    this.isHandled = true;
    const run = () => (this.state === "fulfilled" ? done(this.value) : failed(this.value));
    if (this.state === "pending") this.#waiting.push(run);
    else this.#enqueue(run);
  }

  #settle(state: "fulfilled" | "rejected", value: unknown): void {
    if (this.state !== "pending") return;
    this.state = state;
    this.value = value;
    for (const run of this.#waiting) this.#enqueue(run);
    this.#waiting = [];
  }
}

/** Bytes of a script; their content matters less than their number. */
export interface ScriptBuffer {
  readonly isBuffer: true;
  readonly length: number;
  readonly bytes: string;
}

export const isBuffer = (value: unknown): value is ScriptBuffer =>
  typeof value === "object" && value !== null && (value as ScriptBuffer).isBuffer === true;

/** What a generator, or a method such as `map.keys()`, gives. */
export class ScriptIterator {
  readonly #steps: Iterator<unknown, unknown, unknown>;

  constructor(steps: Iterator<unknown, unknown, unknown>) {
    this.#steps = steps;
  }

  [Symbol.iterator](): Iterator<unknown, unknown, unknown> {
    return this.#steps;
  }

  next(value?: unknown): IteratorResult<unknown, unknown> {
    return this.#steps.next(value);
  }

  return(value?: unknown): IteratorResult<unknown, unknown> {
    return this.#steps.return?.(value) ?? { done: true, value };
  }
}
