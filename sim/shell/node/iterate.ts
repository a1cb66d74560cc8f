import type { Evaluator } from "./evaluate.ts";
import { display } from "./inspect.ts";
import { getMember } from "./members.ts";
import { isCallable, ScriptIterator, throwError } from "./values.ts";

/** What `for … of` and a spread go through. */
export const iterate = (evaluator: Evaluator, value: unknown): Iterable<unknown> => {
  if (typeof value === "string" || Array.isArray(value) || value instanceof Map || value instanceof Set || value instanceof ScriptIterator)
    return value;
  const begin = getMember(evaluator, value, Symbol.iterator);
  return isCallable(begin)
    ? stepsOf(evaluator, evaluator.call(begin, [], value))
    : throwError("TypeError", `${display(value)} is not iterable`);
};

const stepsOf = function* (evaluator: Evaluator, iterator: unknown): Generator<unknown, void> {
  if (iterator instanceof ScriptIterator) return void (yield* iterator);
  for (;;) {
    const step = evaluator.call(getMember(evaluator, iterator, "next"), [], iterator);
    if (getMember(evaluator, step, "done")) return;
    yield getMember(evaluator, step, "value");
  }
};
