import type { Evaluator } from "./evaluate.ts";
import { toText } from "./operations.ts";
import { errorValue, type HostFunction, Thrown } from "./values.ts";

type Args = readonly unknown[];

interface Listener {
  readonly callback: unknown;
  readonly isOnce: boolean;
}

/** `EventEmitter`, and the emitters that the model's own modules hand out. */
export class Emitters {
  readonly #evaluator: Evaluator;
  readonly #listeners = new WeakMap<object, Map<string, readonly Listener[]>>();
  readonly #prototype: Readonly<Record<string, HostFunction>>;

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
    const add =
      (isOnce: boolean): HostFunction =>
      ([name, callback], emitter) => {
        const events = this.#of(emitter as object);
        events.set(toText(name), [...(events.get(toText(name)) ?? []), { callback, isOnce }]);
        return emitter;
      };
    const remove: HostFunction = ([name, callback], emitter) => {
      const events = this.#of(emitter as object);
      events.set(
        toText(name),
        (events.get(toText(name)) ?? []).filter((listener) => listener.callback !== callback),
      );
      return emitter;
    };
    this.#prototype = {
      on: add(false),
      addListener: add(false),
      once: add(true),
      off: remove,
      removeListener: remove,
      removeAllListeners: ([name], emitter) => {
        if (name === undefined) this.#of(emitter as object).clear();
        else this.#of(emitter as object).delete(toText(name));
        return emitter;
      },
      setMaxListeners: (_args, emitter) => emitter,
      listenerCount: ([name], emitter) => this.#of(emitter as object).get(toText(name))?.length ?? 0,
      emit: ([name, ...args], emitter) => this.emit(emitter as object, toText(name), args),
    };
  }

  /** `EventEmitter`, as a class that scripts extend. */
  eventEmitter(): HostFunction {
    const created: HostFunction = Object.assign(() => undefined, { build: () => this.create() });
    created.properties = { prototype: this.#prototype, EventEmitter: created };
    return created;
  }

  create(): Record<string, unknown> {
    return Object.create(this.#prototype) as Record<string, unknown>;
  }

  /** Calls who listens; an error that nobody listens to is thrown. */
  emit(emitter: object, name: string, args: Args): boolean {
    const events = this.#of(emitter);
    const found = events.get(name) ?? [];
    if (name === "error" && found.length === 0) throw new Thrown(args[0] ?? errorValue("Error", "Unhandled error. (undefined)"));
    if (found.some(({ isOnce }) => isOnce))
      events.set(
        name,
        found.filter(({ isOnce }) => !isOnce),
      );
    for (const { callback } of found) this.#evaluator.call(callback, args, emitter);
    return found.length > 0;
  }

  #of(emitter: object): Map<string, readonly Listener[]> {
    const known = this.#listeners.get(emitter) ?? new Map<string, readonly Listener[]>();
    this.#listeners.set(emitter, known);
    return known;
  }
}
