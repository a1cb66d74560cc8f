import type {
  AnyNode,
  AssignmentExpression,
  CallExpression,
  Expression,
  Function as FunctionNode,
  MemberExpression,
  NewExpression,
  Pattern,
  Program,
  Statement,
} from "acorn";
import { bindPattern } from "./bind-pattern.ts";
import { CURRENT, construct, constructParent, defineClass } from "./class-definition.ts";
import { iterate } from "./iterate.ts";
import { getMember, setMember } from "./members.ts";
import { operate, toNumber, toText, typeName } from "./operations.ts";
import { defineAccessor, isInstance, lookUp } from "./prototypes.ts";
import { asyncSteps, generatorSteps, runAsync, Yielded } from "./run-evaluation.ts";
import {
  type Closure,
  type HostFunction,
  isCallable,
  isClosure,
  Scope,
  ScriptIterator,
  ScriptPromise,
  Thrown,
  throwError,
} from "./values.ts";

/** Evaluation that stops at every `await`; it yields what is waited for. */
export type Evaluation<T = unknown> = Generator<unknown, T, unknown>;

/** How a statement ended. */
type Completion =
  | undefined
  | { readonly kind: "break" | "continue"; readonly label: string | undefined }
  | { readonly kind: "return"; readonly value: unknown };

/** Raised when a turn takes more than a turn may: the script spins. */
export class TurnTooLong extends Error {}

/** Evaluates scripts; holds the steps that one turn has left, and what is to run after it. */
export class Evaluator {
  readonly #tasks: (() => void)[] = [];
  readonly #ticks: (() => void)[] = [];
  #stepsLeft = 0;
  #depth = 0;

  /** Begins a turn. */
  refill(): void {
    this.#stepsLeft = STEPS_PER_TURN;
    this.#depth = 0;
  }

  /** Has something run after this turn; `isTick`: before what promises have waiting. */
  readonly enqueue = (task: () => void, isTick = false): void => void (isTick ? this.#ticks : this.#tasks).push(task);

  /** Runs what waits: all ticks, then all that promises have, until there is neither. */
  drain(): void {
    while (this.#ticks.length + this.#tasks.length > 0)
      for (const queue of [this.#ticks, this.#tasks]) for (let task = queue.shift(); task !== undefined; task = queue.shift()) task();
  }

  promise(): ScriptPromise {
    return new ScriptPromise(this.enqueue);
  }

  runProgram(program: Program, scope: Scope): void {
    this.toEnd(this.block(program.body as readonly Statement[], scope));
  }

  /** Calls a function of a script or of the model. */
  call(callee: unknown, args: readonly unknown[], thisValue: unknown = undefined): unknown {
    if (isClosure(callee)) return this.callClosure(callee, args, thisValue);
    if (typeof callee === "function") return (callee as HostFunction)(args, thisValue);
    return throwError("TypeError", `${toText(callee)} is not a function`);
  }

  /** Calls a function of a script; `scope`: where its parameters go. */
  callClosure(closure: Closure, args: readonly unknown[], thisValue: unknown, scope = new Scope(closure.scope)): unknown {
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX) throwError("RangeError", "Maximum call stack size exceeded");
    if (!closure.isArrow) {
      scope.declare("this", thisValue);
      scope.declare(CURRENT, closure);
      scope.declare("arguments", [...args]);
    }
    const evaluation = this.#body(closure, args, scope);
    try {
      if (closure.isGenerator) return new ScriptIterator(closure.isAsync ? asyncSteps(this, evaluation) : generatorSteps(evaluation));
      return closure.isAsync ? runAsync(this, evaluation) : this.toEnd(evaluation);
    } finally {
      this.#depth -= 1;
    }
  }

  *#body(closure: Closure, args: readonly unknown[], scope: Scope): Evaluation {
    for (const [index, param] of closure.params.entries()) {
      const isRest = param.type === "RestElement";
      yield* bindPattern(this, isRest ? param.argument : param, isRest ? args.slice(index) : args[index], scope);
    }
    if (closure.body.type !== "BlockStatement") return yield* this.evaluate(closure.body as Expression, scope);
    const completion = yield* this.block(closure.body.body, scope);
    return completion?.kind === "return" ? completion.value : undefined;
  }

  toEnd<T>(evaluation: Evaluation<T>): T {
    for (let step = evaluation.next(); ; step = evaluation.next(undefined)) if (step.done === true) return step.value;
  }

  *block(statements: readonly Statement[], scope: Scope): Evaluation<Completion> {
    for (const statement of statements)
      if (statement.type === "FunctionDeclaration" && statement.id !== null)
        scope.declare(statement.id.name, this.closure(statement, scope));
    for (const statement of statements) {
      const completion = yield* this.#statement(statement, scope);
      if (completion !== undefined) return completion;
    }
    return undefined;
  }

  *#statement(node: Statement, scope: Scope, label?: string): Evaluation<Completion> {
    this.#spend();
    switch (node.type) {
      case "ExpressionStatement":
        yield* this.evaluate(node.expression, scope);
        return undefined;
      case "VariableDeclaration":
        for (const { id, init } of node.declarations)
          if (init !== null && init !== undefined)
            yield* bindPattern(this, id, yield* this.evaluateNamed(init, scope, id.type === "Identifier" ? id.name : ""), scope);
          else if (id.type === "Identifier" && (node.kind !== "var" || scope.find(id.name) === undefined))
            scope.declare(id.name, undefined);
        return undefined;
      case "ReturnStatement":
        return { kind: "return", value: node.argument ? yield* this.evaluate(node.argument, scope) : undefined };
      case "IfStatement":
        if (yield* this.evaluate(node.test, scope)) return yield* this.#statement(node.consequent, scope);
        return node.alternate ? yield* this.#statement(node.alternate, scope) : undefined;
      case "BlockStatement":
        return yield* this.block(node.body, new Scope(scope));
      case "ForStatement":
      case "WhileStatement":
      case "DoWhileStatement":
      case "ForOfStatement":
      case "ForInStatement":
        return yield* this.#loop(node, scope, label);
      case "BreakStatement":
        return { kind: "break", label: node.label?.name };
      case "ContinueStatement":
        return { kind: "continue", label: node.label?.name };
      case "LabeledStatement":
        return yield* this.#statement(node.body, scope, node.label.name);
      case "ThrowStatement":
        throw new Thrown(yield* this.evaluate(node.argument, scope));
      case "TryStatement":
        return yield* this.#try(node, scope);
      case "SwitchStatement":
        return yield* this.#switch(node, scope);
      case "ClassDeclaration":
        scope.declare(node.id.name, yield* defineClass(this, node, scope, node.id.name));
        return undefined;
      case "FunctionDeclaration":
      case "EmptyStatement":
        return undefined;
      default:
        return throwError("SyntaxError", `${node.type} is not supported`);
    }
  }

  *#loop(
    node: Extract<Statement, { type: "ForStatement" | "WhileStatement" | "DoWhileStatement" | "ForOfStatement" | "ForInStatement" }>,
    outer: Scope,
    label: string | undefined,
  ): Evaluation<Completion> {
    if (node.type === "ForOfStatement" || node.type === "ForInStatement") {
      const source = yield* this.evaluate(node.right, outer);
      const items = node.type === "ForOfStatement" ? iterate(this, source) : Object.keys(Object(source));
      for (const item of items) {
        const scope = new Scope(outer);
        let value = node.type === "ForOfStatement" && node.await ? yield item : item;
        if (item instanceof ScriptPromise && source instanceof ScriptIterator) {
          const step = value as { readonly value: unknown; readonly done: boolean };
          if (step.done) return undefined;
          value = step.value;
        }
        if (node.left.type === "VariableDeclaration")
          yield* bindPattern(this, (node.left.declarations[0] as { readonly id: Pattern }).id, value, scope);
        else yield* bindPattern(this, node.left, value, scope, true);
        const completion = yield* this.#statement(node.body, scope);
        const end = leaves(completion, label);
        if (end !== "no") return end.completion;
      }
      return undefined;
    }
    const scope = new Scope(outer);
    if (node.type === "ForStatement" && node.init) {
      if (node.init.type === "VariableDeclaration") yield* this.#statement(node.init, scope);
      else yield* this.evaluate(node.init, scope);
    }
    for (let isFirst = true; ; isFirst = false) {
      this.#spend();
      if (!(isFirst && node.type === "DoWhileStatement") && node.test && !(yield* this.evaluate(node.test, scope))) return undefined;
      // Each round has its own copies of what the loop declares.
      const round = new Scope(scope);
      const names =
        node.type === "ForStatement" && node.init?.type === "VariableDeclaration" && node.init.kind === "let"
          ? node.init.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []))
          : [];
      for (const name of names) round.declare(name, scope.get(name));
      const end = leaves(yield* this.#statement(node.body, round), label);
      if (end !== "no") return end.completion;
      for (const name of names) scope.set(name, round.get(name));
      if (node.type === "ForStatement" && node.update) yield* this.evaluate(node.update, scope);
    }
  }

  *#try(node: Extract<Statement, { type: "TryStatement" }>, scope: Scope): Evaluation<Completion> {
    let completion: Completion;
    try {
      completion = yield* this.block(node.block.body, new Scope(scope));
    } catch (error) {
      if (!(error instanceof Thrown) || !node.handler) throw error;
      const inner = new Scope(scope);
      if (node.handler.param) yield* bindPattern(this, node.handler.param, error.value, inner);
      completion = yield* this.block(node.handler.body.body, inner);
    } finally {
      if (node.finalizer) {
        const last = yield* this.block(node.finalizer.body, new Scope(scope));
        // biome-ignore lint/correctness/noUnsafeFinally: so the language says
        if (last !== undefined) return last;
      }
    }
    return completion;
  }

  *#switch(node: Extract<Statement, { type: "SwitchStatement" }>, outer: Scope): Evaluation<Completion> {
    const value = yield* this.evaluate(node.discriminant, outer);
    const scope = new Scope(outer);
    let at = -1;
    for (const [index, { test }] of node.cases.entries()) if (at < 0 && test && (yield* this.evaluate(test, scope)) === value) at = index;
    if (at < 0) at = node.cases.findIndex(({ test }) => !test);
    if (at < 0) return undefined;
    for (const { consequent } of node.cases.slice(at)) {
      const completion = yield* this.block(consequent, scope);
      if (completion?.kind === "break" && completion.label === undefined) return undefined;
      if (completion !== undefined) return completion;
    }
    return undefined;
  }

  /** The value of an expression. */
  *evaluate(node: Expression | AnyNode, scope: Scope): Evaluation {
    this.#spend();
    switch (node.type) {
      case "Literal":
        return node.regex === null || node.regex === undefined ? (node.value ?? null) : new RegExp(node.regex.pattern, node.regex.flags);
      case "Identifier":
        return this.#variable(node.name, scope);
      case "ThisExpression":
        return scope.find("this")?.get("this");
      case "TemplateLiteral": {
        let text = "";
        for (const [index, { value }] of node.quasis.entries()) {
          text += value.cooked ?? "";
          const expression = node.expressions[index];
          if (expression !== undefined) text += this.text(yield* this.evaluate(expression, scope));
        }
        return text;
      }
      case "ArrayExpression":
        return yield* this.#list(node.elements, scope);
      case "ObjectExpression":
        return yield* this.#object(node, scope);
      case "ArrowFunctionExpression":
      case "FunctionExpression":
        return this.closure(node, scope);
      case "ClassExpression":
        return yield* defineClass(this, node, scope, node.id?.name ?? "");
      case "YieldExpression":
        return yield* this.#yield(node, scope);
      case "MetaProperty":
        return scope.find("%target")?.get("%target");
      case "TaggedTemplateExpression": {
        const strings = node.quasi.quasis.map(({ value }) => value.cooked);
        return this.call(yield* this.evaluate(node.tag, scope), [strings, ...(yield* this.#list(node.quasi.expressions, scope))]);
      }
      case "PrivateIdentifier":
        return `#${node.name}`;
      case "UnaryExpression":
        return yield* this.#unary(node, scope);
      case "BinaryExpression":
        return this.#binary(node.operator, yield* this.evaluate(node.left, scope), yield* this.evaluate(node.right, scope));
      case "LogicalExpression": {
        const left = yield* this.evaluate(node.left, scope);
        const isDecided = node.operator === "&&" ? !left : node.operator === "||" ? Boolean(left) : left !== null && left !== undefined;
        return isDecided ? left : yield* this.evaluate(node.right, scope);
      }
      case "ConditionalExpression":
        return (yield* this.evaluate(node.test, scope))
          ? yield* this.evaluate(node.consequent, scope)
          : yield* this.evaluate(node.alternate, scope);
      case "AssignmentExpression":
        return yield* this.#assign(node, scope);
      case "UpdateExpression": {
        const read = yield* this.evaluate(node.argument, scope);
        const before = typeof read === "bigint" ? read : toNumber(read);
        const next = operate(node.operator[0] as string, before, typeof before === "bigint" ? 1n : 1);
        yield* bindPattern(this, node.argument as Pattern, next, scope, true);
        return node.prefix ? next : before;
      }
      case "MemberExpression":
        return (yield* this.member(node, scope)).value;
      case "ChainExpression":
        return yield* this.evaluate(node.expression, scope);
      case "CallExpression":
        return yield* this.#callExpression(node, scope);
      case "NewExpression":
        return yield* this.#new(node, scope);
      case "SequenceExpression": {
        let value: unknown;
        for (const expression of node.expressions) value = yield* this.evaluate(expression, scope);
        return value;
      }
      case "AwaitExpression":
        return yield yield* this.evaluate(node.argument, scope);
      default:
        return throwError("SyntaxError", `${node.type} is not supported`);
    }
  }

  #variable(name: string, scope: Scope): unknown {
    if (name === "undefined") return undefined;
    const owner = scope.find(name);
    return owner === undefined ? throwError("ReferenceError", `${name} is not defined`) : owner.get(name);
  }

  closure(node: FunctionNode, scope: Scope, name: string = node.id?.name ?? "", home?: object): Closure {
    const isNamed = node.type === "FunctionExpression" && node.id !== null && node.id !== undefined;
    const around = isNamed ? new Scope(scope) : scope;
    const created: Closure = {
      isClosure: true,
      name,
      params: node.params,
      body: node.body,
      scope: around,
      isAsync: node.async,
      isGenerator: node.generator,
      isArrow: node.type === "ArrowFunctionExpression",
      home,
      properties: {},
    };
    if (isNamed) around.declare(name, created);
    return created;
  }

  /** A function or class without a name takes the one of what it is given to. */
  *evaluateNamed(node: AnyNode, scope: Scope, name: string): Evaluation {
    if (node.type === "ArrowFunctionExpression" || (node.type === "FunctionExpression" && !node.id)) return this.closure(node, scope, name);
    if (node.type === "ClassExpression" && !node.id) return yield* defineClass(this, node, scope, name);
    return yield* this.evaluate(node, scope);
  }

  *#yield(node: Extract<Expression, { type: "YieldExpression" }>, scope: Scope): Evaluation {
    const value = node.argument ? yield* this.evaluate(node.argument, scope) : undefined;
    if (!node.delegate) return yield new Yielded(value);
    for (const item of iterate(this, value)) yield new Yielded(item);
    return undefined;
  }

  /** The text of a value; an object may say it itself. */
  text(value: unknown): string {
    if (typeof value !== "object" || value === null || isCallable(value)) return toText(value);
    if (Array.isArray(value)) return value.map((item) => (item === null || item === undefined ? "" : this.text(item))).join(",");
    const own = lookUp(value, "toString");
    return isCallable(own) ? toText(this.call(own, [], value)) : toText(value);
  }

  *#list(elements: readonly (AnyNode | null)[], scope: Scope): Evaluation<unknown[]> {
    const values: unknown[] = [];
    for (const element of elements) {
      if (element === null) values.push(undefined);
      else if (element.type === "SpreadElement") values.push(...iterate(this, yield* this.evaluate(element.argument, scope)));
      else values.push(yield* this.evaluate(element, scope));
    }
    return values;
  }

  *#object(node: Extract<Expression, { type: "ObjectExpression" }>, scope: Scope): Evaluation {
    const object: Record<string, unknown> = {};
    for (const property of node.properties) {
      if (property.type === "SpreadElement") {
        const value = yield* this.evaluate(property.argument, scope);
        if (typeof value === "object" && value !== null) Object.assign(object, value);
        continue;
      }
      const key = yield* this.propertyKey(property.key, property.computed, scope);
      if (property.value.type === "FunctionExpression" && (property.method || property.kind !== "init")) {
        const method = this.closure(property.value, scope, String(key), object);
        if (property.kind === "init") setMember(object, key, method);
        else defineAccessor(this, object, key, property.kind, method);
      } else setMember(object, key, yield* this.evaluateNamed(property.value, scope, String(key)));
    }
    return object;
  }

  /** The name of a property as the language writes it. */
  *propertyKey(node: AnyNode, isComputed: boolean, scope: Scope): Evaluation<string | symbol> {
    if (!isComputed) return keyName(node);
    const value = yield* this.evaluate(node, scope);
    return typeof value === "symbol" ? value : this.text(value);
  }

  *#unary(node: Extract<Expression, { type: "UnaryExpression" }>, scope: Scope): Evaluation {
    if (node.operator === "typeof" && node.argument.type === "Identifier" && scope.find(node.argument.name) === undefined)
      return "undefined";
    if (node.operator === "delete") {
      if (node.argument.type !== "MemberExpression") return true;
      const target = yield* this.member(node.argument, scope);
      if (typeof target.object === "object" && target.object !== null)
        delete (target.object as Record<string | symbol, unknown>)[target.key];
      return true;
    }
    const value = yield* this.evaluate(node.argument, scope);
    switch (node.operator) {
      case "typeof":
        return typeName(value);
      case "!":
        return !value;
      case "-":
        return typeof value === "bigint" ? -value : -toNumber(value);
      case "+":
        return toNumber(value);
      case "~":
        return ~toNumber(value);
      default:
        return undefined;
    }
  }

  #binary(operator: string, left: unknown, right: unknown): unknown {
    if (operator === "in")
      return (
        typeof right === "object" && right !== null && (Object.hasOwn(right, left as string) || lookUp(right, toText(left)) !== undefined)
      );
    if (operator === "instanceof") return isInstance(left, right);
    const isText = operator === "+" && [left, right].some((value) => typeof value === "object" && value !== null);
    return isText ? this.text(left) + this.text(right) : operate(operator, left, right);
  }

  *#assign(node: AssignmentExpression, scope: Scope): Evaluation {
    if (node.operator === "=") {
      const value = yield* this.evaluateNamed(node.right, scope, node.left.type === "Identifier" ? node.left.name : "");
      yield* bindPattern(this, node.left, value, scope, true);
      return value;
    }
    const before = yield* this.evaluate(node.left as Expression, scope);
    const operator = node.operator.slice(0, -1);
    const isLogical = operator === "&&" || operator === "||" || operator === "??";
    if (isLogical && (operator === "&&" ? !before : operator === "||" ? Boolean(before) : before !== null && before !== undefined))
      return before;
    const right = yield* this.evaluate(node.right, scope);
    const value = isLogical ? right : this.#binary(operator, before, right);
    yield* bindPattern(this, node.left, value, scope, true);
    return value;
  }

  *member(
    node: MemberExpression,
    scope: Scope,
  ): Evaluation<{ readonly object: unknown; readonly key: string | symbol; readonly value: unknown }> {
    if (node.object.type === "Super") {
      const key = yield* this.propertyKey(node.property, node.computed, scope);
      const self = scope.find("this")?.get("this");
      const { home } = this.#variable(CURRENT, scope) as Closure;
      return { object: self, key, value: lookUp(Object.getPrototypeOf(home) as object, key, self) };
    }
    const object = yield* this.evaluate(node.object, scope);
    const key = yield* this.propertyKey(node.property, node.computed, scope);
    if (object === null || object === undefined) {
      if (node.optional === true) return { object: undefined, key, value: undefined };
      throwError("TypeError", `Cannot read properties of ${object} (reading '${String(key)}')`);
    }
    return { object, key, value: getMember(this, object, key) };
  }

  *#callExpression(node: CallExpression, scope: Scope): Evaluation {
    const { callee } = node;
    if (callee.type === "Super") return constructParent(this, yield* this.#list(node.arguments, scope), scope);
    const target =
      callee.type === "MemberExpression"
        ? yield* this.member(callee, scope)
        : { object: undefined, value: yield* this.evaluate(callee, scope) };
    if (
      target.value === undefined &&
      (node.optional === true || (callee.type === "MemberExpression" && callee.optional === true && target.object === undefined))
    )
      return undefined;
    const args = yield* this.#list(node.arguments, scope);
    if (!isCallable(target.value)) throwError("TypeError", `${nameOf(callee)} is not a function`);
    return this.call(target.value, args, target.object);
  }

  *#new(node: NewExpression, scope: Scope): Evaluation {
    const callee = yield* this.evaluate(node.callee, scope);
    const args = yield* this.#list(node.arguments, scope);
    if (!isCallable(callee) || (isClosure(callee) && callee.isArrow))
      return throwError("TypeError", `${nameOf(node.callee)} is not a constructor`);
    return construct(this, callee, args);
  }

  #spend(): void {
    this.#stepsLeft -= 1;
    if (this.#stepsLeft < 0) throw new TurnTooLong();
  }
}

const STEPS_PER_TURN = 200_000;
const DEPTH_MAX = 400;

const leaves = (completion: Completion, label: string | undefined): "no" | { readonly completion: Completion } => {
  if (completion === undefined) return "no";
  const isOwn = completion.kind !== "return" && (completion.label === undefined || completion.label === label);
  if (completion.kind === "continue" && isOwn) return "no";
  return { completion: completion.kind === "break" && isOwn ? undefined : completion };
};

const keyName = (node: AnyNode): string =>
  node.type === "Identifier"
    ? node.name
    : node.type === "PrivateIdentifier"
      ? `#${node.name}`
      : node.type === "Literal"
        ? `${node.value}`
        : "";

const nameOf = (node: AnyNode): string => {
  if (node.type === "Identifier") return node.name;
  if (node.type !== "MemberExpression") return "(intermediate value)";
  return `${nameOf(node.object)}.${node.computed ? "<computed>" : keyName(node.property)}`;
};
