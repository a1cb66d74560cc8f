import type { Pattern } from "acorn";
import type { Evaluation, Evaluator } from "./evaluate.ts";
import { iterate } from "./iterate.ts";
import { getMember, setMember } from "./members.ts";
import { type Scope, throwError } from "./values.ts";

/** Gives a value to what a pattern names; `isAssignment`: to what is declared already. */
export function* bindPattern(evaluator: Evaluator, target: Pattern, value: unknown, scope: Scope, isAssignment = false): Evaluation<void> {
  switch (target.type) {
    case "Identifier": {
      const owner = isAssignment ? (scope.find(target.name) ?? scope) : scope;
      owner.declare(target.name, value);
      return;
    }
    case "MemberExpression": {
      const { object, key } = yield* evaluator.member(target, scope);
      setMember(object, key, value);
      return;
    }
    case "AssignmentPattern":
      return yield* bindPattern(
        evaluator,
        target.left,
        value === undefined ? yield* evaluator.evaluate(target.right, scope) : value,
        scope,
        isAssignment,
      );
    case "ArrayPattern": {
      const items = itemsOf(iterate(evaluator, value), target.elements);
      for (const [index, element] of target.elements.entries()) {
        if (element === null) continue;
        if (element.type === "RestElement") yield* bindPattern(evaluator, element.argument, items.slice(index), scope, isAssignment);
        else yield* bindPattern(evaluator, element, items[index], scope, isAssignment);
      }
      return;
    }
    case "ObjectPattern": {
      const taken = new Set<string | symbol>();
      for (const property of target.properties) {
        if (property.type === "RestElement") {
          const rest = Object.fromEntries(Object.entries(value as object).filter(([key]) => !taken.has(key)));
          yield* bindPattern(evaluator, property.argument, rest, scope, isAssignment);
          continue;
        }
        const key = yield* evaluator.propertyKey(property.key, property.computed, scope);
        taken.add(key);
        yield* bindPattern(evaluator, property.value, getMember(evaluator, value, key), scope, isAssignment);
      }
      return;
    }
    default:
      throwError("SyntaxError", `${target.type} is not supported`);
  }
}

/** As many items as a pattern takes. */
const itemsOf = (items: Iterable<unknown>, elements: readonly (Pattern | null)[]): readonly unknown[] => {
  if (elements.some((element) => element?.type === "RestElement")) return [...items];
  const taken: unknown[] = [];
  if (elements.length > 0) for (const item of items) if (taken.push(item) === elements.length) break;
  return taken;
};
