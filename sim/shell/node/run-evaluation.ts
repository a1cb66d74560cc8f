import type { Evaluation, Evaluator } from "./evaluate.ts";
import { type ScriptPromise, Thrown } from "./values.ts";

/** What a generator yields; a value that is given to `next` is what its `yield` gives. */
export function* generatorSteps(evaluation: Evaluation): Evaluation {
  let given: unknown;
  for (;;) {
    const step = evaluation.next(given);
    if (step.done === true) return step.value;
    given = yield (step.value as Yielded).value;
  }
}

/** The same with promises of steps, as `for await` waits for them. */
export function* asyncSteps(evaluator: Evaluator, evaluation: Evaluation): Evaluation {
  for (let isOver = false; !isOver; )
    yield runAsync(evaluator, evaluation, (value, isLast) => {
      isOver ||= isLast;
      return { value, done: isLast };
    });
  return undefined;
}

/** Runs to the end, or to the next step of an asynchronous generator, which `toStep` makes of a value. */
export function runAsync(
  evaluator: Evaluator,
  evaluation: Evaluation,
  toStep?: (value: unknown, isLast: boolean) => unknown,
): ScriptPromise {
  const result = evaluator.promise();
  const advance = (move: () => IteratorResult<unknown, unknown>): void => {
    try {
      const step = move();
      if (step.done === true) return result.resolve(toStep === undefined ? step.value : toStep(step.value, true));
      if (step.value instanceof Yielded && toStep !== undefined) return result.resolve(toStep(step.value.value, false));
      const awaited = evaluator.promise();
      awaited.resolve(step.value);
      awaited.subscribe(
        (value) => advance(() => evaluation.next(value)),
        (reason) => advance(() => evaluation.throw(new Thrown(reason))),
      );
    } catch (error) {
      if (!(error instanceof Thrown)) throw error;
      result.reject(error.value);
    }
  };
  advance(() => evaluation.next());
  return result;
}

/** What a `yield` hands out, as opposed to what an `await` waits for. */
export class Yielded {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}
