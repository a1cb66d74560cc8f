import type { AnyNode, BlockStatement, Class, Expression, Function as FunctionNode } from "acorn";
import type { Evaluation, Evaluator } from "./evaluate.ts";
import { display } from "./inspect.ts";
import { defineAccessor, prototypeOf } from "./prototypes.ts";
import { type Closure, type HostFunction, isCallable, isClosure, Scope, throwError } from "./values.ts";

/** What a class is, as a function that `new` knows how to call. */
export function* defineClass(evaluator: Evaluator, node: Class, outer: Scope, name: string): Evaluation<Closure> {
  const scope = new Scope(outer);
  const parent = node.superClass ? yield* evaluator.evaluate(node.superClass, scope) : undefined;
  if (node.superClass && !isCallable(parent))
    throwError("TypeError", `Class extends value ${display(parent)} is not a constructor or null`);
  const prototype = Object.create(parent === undefined ? Object.prototype : prototypeOf(parent)) as object;
  const making = node.body.body.find((member) => member.type === "MethodDefinition" && member.kind === "constructor");
  const written = making?.type === "MethodDefinition" ? making.value : undefined;
  const fields: Field[] = [];
  const created: Closure = {
    isClosure: true,
    name,
    params: written?.params ?? [],
    body: written?.body ?? NOTHING,
    scope,
    isAsync: false,
    isGenerator: false,
    isArrow: false,
    home: prototype,
    classParts: { parent, fields, hasConstructor: written !== undefined },
    properties: Object.create(propertiesOf(parent)) as Record<string, unknown>,
  };
  Object.defineProperty(created.properties, "prototype", { value: prototype });
  Object.defineProperty(prototype, "constructor", { value: created });
  if (node.id) scope.declare(node.id.name, created);
  for (const member of node.body.body) {
    if (member.type === "StaticBlock") {
      yield* evaluator.block(member.body, memberScope(scope, created, created.properties));
      continue;
    }
    if (member === making) continue;
    const key = yield* evaluator.propertyKey(member.key as AnyNode, member.computed, scope);
    const home = member.static ? created.properties : prototype;
    if (member.type === "MethodDefinition") {
      const method = evaluator.closure(member.value as FunctionNode, scope, String(key), home);
      if (member.kind === "get" || member.kind === "set") defineAccessor(evaluator, home, key, member.kind, method);
      else Object.defineProperty(home, key, { value: method, writable: true, configurable: true });
    } else if (member.static) {
      const value = member.value ? yield* evaluator.evaluate(member.value, memberScope(scope, created, home)) : undefined;
      defineField(created.properties, key, value);
    } else fields.push({ key, value: member.value ?? undefined });
  }
  return created;
}

/** `new callee(...args)`; `newTarget`: the class that is being made, when `callee` is one of its parents. */
export const construct = (evaluator: Evaluator, callee: unknown, args: readonly unknown[], newTarget: unknown = callee): unknown => {
  if (!isClosure(callee)) return constructHost(callee as HostFunction, args, newTarget, callee);
  const { classParts } = callee;
  if (classParts?.parent === undefined) {
    const self = Object.create(prototypeOf(newTarget)) as object;
    initialise(evaluator, callee, self);
    return objectOr(evaluator.callClosure(callee, args, self), self);
  }
  if (!classParts.hasConstructor) return initialise(evaluator, callee, construct(evaluator, classParts.parent, args, newTarget));
  const scope = new Scope(callee.scope);
  scope.declare(NEW_TARGET, newTarget);
  const result = evaluator.callClosure(callee, args, undefined, scope);
  return objectOr(result, scope.get("this"));
};

/** `super(...args)` in a constructor. */
export const constructParent = (evaluator: Evaluator, args: readonly unknown[], scope: Scope): unknown => {
  const own = scope.find(CURRENT)?.get(CURRENT) as Closure;
  const self = construct(evaluator, own.classParts?.parent, args, scope.find(NEW_TARGET)?.get(NEW_TARGET));
  scope.find("this")?.declare("this", self);
  return initialise(evaluator, own, self);
};

/** Variables that no script can name: the function that runs, and the class that is being made. */
export const CURRENT = "%current";
const NEW_TARGET = "%target";

const NOTHING = { type: "BlockStatement", body: [], start: 0, end: 0 } satisfies BlockStatement;

interface Field {
  readonly key: string | symbol;
  readonly value: Expression | undefined;
}

const propertiesOf = (parent: unknown): object =>
  isClosure(parent) ? parent.properties : ((parent as HostFunction | undefined)?.properties ?? Object.prototype);

const memberScope = (scope: Scope, created: Closure, thisObject: unknown): Scope => {
  const inner = new Scope(scope);
  inner.declare("this", thisObject === created.properties ? created : thisObject);
  inner.declare(CURRENT, { ...created, home: thisObject });
  return inner;
};

const initialise = (evaluator: Evaluator, callee: Closure, self: unknown): unknown => {
  for (const { key, value } of callee.classParts?.fields ?? []) {
    const scope = new Scope(callee.scope);
    scope.declare("this", self);
    scope.declare(CURRENT, callee);
    defineField(self as object, key, value === undefined ? undefined : evaluator.toEnd(evaluator.evaluateNamed(value, scope, String(key))));
  }
  return self;
};

const defineField = (object: object, key: string | symbol, value: unknown): void =>
  void Object.defineProperty(object, key, {
    value,
    writable: true,
    configurable: true,
    enumerable: typeof key === "string" && !key.startsWith("#"),
  });

const constructHost = (callee: HostFunction, args: readonly unknown[], newTarget: unknown, self: unknown): unknown => {
  const built = callee.build === undefined ? callee(args, undefined) : callee.build(args);
  if (newTarget !== self && typeof built === "object" && built !== null) Object.setPrototypeOf(built, prototypeOf(newTarget));
  return built;
};

const objectOr = (result: unknown, self: unknown): unknown => (typeof result === "object" && result !== null ? result : self);
